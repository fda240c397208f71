import type { RequestWarning } from "../contract/Explanation.ts"
import { sanitizeLine } from "../text/printable.ts"

/** The first two lines of a sign-in text, wherever they stand. Source: EIP-4361, CAIP-122, Sign-In With Solana. */
const firstLines = /^[ \t]*\S+ wants you to sign in with your [^\n]{1,60} account:[ \t\r]*\n([^\n]*)/gimu

/**
 * Warns of a sign-in text for an account that is not the signer's: the site would take the signature for that account's.
 * @param isOwn whether an address is the signer, or another account of the same wallet
 */
export const findOtherAccount = (
  message: string,
  isOwn: (address: string) => boolean,
): readonly RequestWarning[] => {
  const all = [...message.matchAll(firstLines)].map(([, account = ""]) => account.trim())
  const said = all.find((account) => !isOwn(account))
  return said === undefined ? [] : [{ _tag: "OtherAccount", said: sanitizeLine(said, 128) || "unknown" }]
}
