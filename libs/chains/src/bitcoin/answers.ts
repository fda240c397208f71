import { bytesOf, outputOf } from "../standard/output.ts"

/** Bytes of a signature: 65 for an address that is a key's hash, what proves an address of any kind for BIP-322. */
const mostSignatureBytes = 10_000

/** The bytes of a signature of a message; `null` where they are none. */
export const signatureFrom = (answer: unknown): Uint8Array | null => {
  const signature = bytesOf(answer, "signature", mostSignatureBytes)
  return signature !== null && signature.length >= 64 ? signature : null
}

/** Bytes of the largest transaction that nodes pass on, with all that a PSBT says of it. */
export const mostPsbtBytes = 1_000_000

export const signedPsbtFrom = (answer: unknown): Uint8Array | null =>
  bytesOf(answer, "signedPsbt", mostPsbtBytes)

/** What a transaction is known by, in lower case; `null` where it is none. */
export const hashFrom = (answer: unknown): string | null => {
  const hash = outputOf(answer, "txId")
  return typeof hash === "string" && /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : null
}
