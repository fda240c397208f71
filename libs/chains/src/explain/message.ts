import type { ExplainedField, MessageRequest, RequestWarning } from "../contract/Explanation.ts"
import { hasHiddenCharacters } from "../text/drawText.ts"
import { toMessageBytes } from "../text/messageRequest.ts"
import { describeDelegation } from "./delegation.ts"
import { findBrokenSignIn } from "./findBrokenSignIn.ts"
import { findOtherAccount } from "./findOtherAccount.ts"
import { toHiddenWarning } from "./hiddenCharacters.ts"
import { isKeySeed } from "./isKeySeed.ts"
import { toWholeText } from "./limitReview.ts"

/** Characters of a message that a user may be expected to read. A longer one takes an act. */
const maxMessageLength = 10_000

/** Control characters except tabs and line breaks: texts have none, bytes that happen to be one do. */
const controlCharacters = /[^\P{Cc}\t\n\r]/gu

/** A message, described. */
export interface DescribedMessage {
  /** What the wallet signs. */
  readonly bytes: Uint8Array
  readonly fields: readonly ExplainedField[]
  readonly dangers: readonly RequestWarning[]
}

/**
 * Describes a message. What cannot be read in full takes an act.
 * @param isOwn whether an address is the signer, or another account of the same wallet
 */
export const describeMessage = (
  request: MessageRequest,
  isOwn: (address: string) => boolean,
): DescribedMessage => {
  const bytes = toMessageBytes(request)
  if (request._tag === "MessageBytes")
    return {
      bytes,
      fields: [toTextField("Bytes", request.bytes)],
      dangers: [{ _tag: "Blind" }],
    }
  const { message } = request
  const delegation = describeDelegation(message)
  return {
    bytes,
    fields: [toTextField("Message", message), ...delegation.fields],
    dangers: [
      ...(isLegible(message, bytes.length) ? [] : [{ _tag: "Blind" } as const]),
      ...toHiddenWarning(hasHiddenCharacters(message.replace(controlCharacters, ""))),
      ...delegation.dangers,
      ...findOtherAccount(message, isOwn),
      ...findBrokenSignIn(message),
      ...(isKeySeed(message) ? [{ _tag: "KeySeed" } as const] : []),
    ],
  }
}

const toTextField = (label: string, text: string): ExplainedField => ({
  label,
  text: toWholeText(text),
  value: { _tag: "Text" },
})

/**
 * Returns `true` if the user can read the whole text. 32 bytes may be any digest, even if they are letters: a contract
 * account accepts a signature of its operation's digest as full approval.
 * @param size length in bytes
 */
const isLegible = (message: string, size: number): boolean =>
  !(
    size === 32 ||
    message.length > maxMessageLength ||
    message.search(controlCharacters) >= 0 ||
    isHex(message)
  )

/**
 * Hex says nothing to a reader, may be a digest, and is bytes to some wallets. Without `0x` it may also be a word, or one
 * letter again and again.
 */
const isHex = (message: string): boolean => {
  const digits = message.replace(/[\s:,._-]/g, "")
  return /^0x[0-9a-f]+$/i.test(digits) || (/^[0-9a-f]{64,}$/i.test(digits) && !/^(.)\1*$/.test(digits))
}
