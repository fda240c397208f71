import type { RequestWarning } from "../contract/Explanation.ts"
import { sanitizeLine } from "../text/printable.ts"

/** The first two lines of a sign-in text. Source: EIP-4361, CAIP-122, Sign-In With Solana. */
const firstLines = /^\S+ wants you to sign in with your [^\n]{1,60} account:\r?\n([^\n]*)/iu

/**
 * Warns of a sign-in text for an account that is not the signer's: the site would take the signature for that account's.
 * @param isOwn whether an address is the signer, or another account of the same wallet
 */
export const findOtherAccount = (
  message: string,
  isOwn: (address: string) => boolean,
): readonly RequestWarning[] => {
  const said = firstLines.exec(message)?.[1]?.trim()
  return said === undefined || isOwn(said)
    ? []
    : [{ _tag: "OtherAccount", said: sanitizeLine(said, 128) || "unknown" }]
}
