import { base58 } from "@scure/base"
import type { SignInRequest, SignInResult } from "../contract/WalletCalls.ts"
import { getOutput, getOutputBytes } from "../standard/featureOutput.ts"
import { readMember } from "../wallet/readMember.ts"
import { normalizeAddress as addressFrom } from "./normalizeAddress.ts"
import { decodeSignature } from "./walletResponses.ts"

export const signInFeature = "solana:signIn"

const maxMessageBytes = 10_000

/**
 * Decodes the result of a sign-in. `null` if it is unsigned, or if the message lacks the account or a requested field,
 * and so may be for another user or dApp.
 */
export const decodeSignInResult = (
  answer: unknown,
  { resources = [], ...asked }: SignInRequest,
): SignInResult | null => {
  const signature = decodeSignature(answer)
  const message = decodeUtf8(getOutputBytes(answer, "signedMessage", maxMessageBytes))
  const address = readMember(getOutput(answer, "account"), "address")
  if (signature === null || message === null || typeof address !== "string" || addressFrom(address) === null)
    return null
  const lines = message.split("\n")
  const isWhole =
    lines[0] === `${asked.domain} wants you to sign in with your Solana account:` &&
    lines[1] === address &&
    [...Object.values(asked), ...resources].every((text) => text === undefined || message.includes(text))
  return isWhole ? { address, message, signature: base58.encode(signature) } : null
}

const decodeUtf8 = (bytes: Uint8Array | null): string | null => {
  try {
    return bytes && new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
