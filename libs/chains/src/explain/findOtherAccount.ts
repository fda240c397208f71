import type { RequestWarning } from "../contract/Explanation.ts"
import { sanitizeLine } from "../text/printable.ts"

/**
 * The first two lines of a sign-in text, wherever they stand. Source: EIP-4361, CAIP-122, Sign-In With Solana. Blanks
 * before them do not cross lines, each of which is a start: the text is read once.
 */
const firstLines =
  /^[^\S\n\r\u2028\u2029]*\S+ wants you to sign in with your [^\n]{1,60} account:[^\S\n]*\n([^\n]*)/gimu

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
