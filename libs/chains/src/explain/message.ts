import type { ExplainedField } from "../contract/Explanation.ts"
import { toWholeText } from "./limitReview.ts"

/** Characters of a message that a user may be expected to read. A longer one takes an act. */
const maxMessageLength = 10_000

/** Control characters except tabs and line breaks. */
const controlCharacter = /[^\P{Cc}\t\n\r]/u

/**
 * Returns `true` if the user can read the whole text. 32 bytes may be any digest, even if they are letters: a contract
 * account accepts a signature of its operation's digest as full approval.
 * @param size length in bytes
 */
export const isLegible = (message: string, size: number): boolean =>
  size === 0 || !(size === 32 || message.length > maxMessageLength || controlCharacter.test(message))

export const toMessageField = (message: string): ExplainedField => ({
  label: "Message",
  text: toWholeText(message),
  value: { _tag: "Text" },
})
