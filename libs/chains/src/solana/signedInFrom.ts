import { base58 } from "@scure/base"
import type { SignedIn, SignInRequest } from "../contract/WalletCalls.ts"
import { bytesOf, outputOf } from "../standard/output.ts"
import { member } from "../wallet/thrown.ts"
import { address as addressFrom } from "./address.ts"
import { signatureFrom } from "./answers.ts"

const mostMessageBytes = 10_000

/**
 * What a wallet gives for a sign-in. `null` where it is not signed, or where the message does not name the account and
 * all that was asked for: it would be somebody else's, or for another page.
 */
export const signedInFrom = (
  answer: unknown,
  { resources = [], ...asked }: SignInRequest,
): SignedIn | null => {
  const signature = signatureFrom(answer)
  const message = textFrom(bytesOf(answer, "signedMessage", mostMessageBytes))
  const address = member(outputOf(answer, "account"), "address")
  if (signature === null || message === null || typeof address !== "string" || addressFrom(address) === null)
    return null
  const lines = message.split("\n")
  const isWhole =
    lines[0] === `${asked.domain} wants you to sign in with your Solana account:` &&
    lines[1] === address &&
    [...Object.values(asked), ...resources].every((text) => text === undefined || message.includes(text))
  return isWhole ? { address, message, signature: base58.encode(signature) } : null
}

const textFrom = (bytes: Uint8Array | null): string | null => {
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
