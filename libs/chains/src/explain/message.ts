import type { ExplainedField } from "../contract/Explanation.ts"
import { sanitizeText } from "../text/sanitizeText.ts"

/** Characters of a message that are shown. */
const maxMessageLength = 10_000

/** Control characters, but those of lines. */
const controlCharacter = /[^\P{Cc}\t\n\r]/u

/**
 * Whether a person can read all of a text. 32 bytes may be the digest of anything, also where they happen to be letters:
 * an account that is a contract takes a signature of its operation's digest for a yes to all that it does.
 * @param size its bytes
 */
export const isLegible = (message: string, size: number): boolean =>
  size === 0 || !(size === 32 || message.length > maxMessageLength || controlCharacter.test(message))

export const toMessageField = (message: string): ExplainedField => ({
  label: "Message",
  text: sanitizeText(message, maxMessageLength),
  value: { _tag: "Text" },
})
