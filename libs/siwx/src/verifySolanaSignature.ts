import { ed25519 } from "@noble/curves/ed25519.js"
import { base58, base64 } from "@scure/base"
import { invalid, type Refusal } from "./SiwxVerdict.ts"
import { getSolanaEnvelopes } from "./solanaEnvelopes.ts"

/**
 * Verifies an ed25519 signature of 64 bytes, in base58 or base64, of the text itself or of it in the envelope that hardware
 * wallets sign.
 */
export const verifySolanaSignature = (address: string, text: string, signature: string): Refusal | null => {
  const key = decode(address, 32)
  if (key === null) return invalid("Address", `Not a Solana address: ${address}.`)
  const bytes = decode(signature, 64)
  if (bytes === null) return invalid("SignatureForm", "The signature is not 64 bytes in base58 or base64.")
  const message = new TextEncoder().encode(text)
  const forms = [message, ...getSolanaEnvelopes(message, key)]
  // Strict (RFC 8032): keys of small order would verify signatures of any message.
  return forms.some((form) => isSigned(bytes, form, key))
    ? null
    : invalid("Signature", `The message is not signed by ${address}.`)
}

/** Decoding base58 takes time that grows with the square of the length. */
const maxEncodedLength = 88

const decode = (encoded: string, length: number): Uint8Array | null => {
  if (encoded.length > maxEncodedLength) return null
  try {
    const bytes = (encoded.endsWith("=") ? base64 : base58).decode(encoded)
    return bytes.length === length ? bytes : null
  } catch {
    return null
  }
}

const isSigned = (signature: Uint8Array, message: Uint8Array, key: Uint8Array): boolean => {
  try {
    return ed25519.verify(signature, message, key, { zip215: false })
  } catch {
    return false
  }
}
