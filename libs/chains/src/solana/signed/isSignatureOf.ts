import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"

/** Returns `true` if the signature is valid for these bytes and this account. */
export const isSignatureOf = (signature: Uint8Array, bytes: Uint8Array, account: string): boolean => {
  try {
    return ed25519.verify(signature, bytes, base58.decode(account))
  } catch {
    return false
  }
}
