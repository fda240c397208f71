import { getOutput, getOutputBytes } from "../standard/featureOutput.ts"

/** Bytes of a signature: 65 for an address that is a key's hash, what proves an address of any kind for BIP-322. */
const maxSignatureBytes = 10_000

/** The bytes of a signature of a message; `null` where they are none. */
export const decodeSignature = (answer: unknown): Uint8Array | null => {
  const signature = getOutputBytes(answer, "signature", maxSignatureBytes)
  return signature !== null && signature.length >= 64 ? signature : null
}

/** Bytes of the largest transaction that nodes pass on, with all that a PSBT says of it. */
export const maxPsbtBytes = 1_000_000

export const decodeSignedPsbt = (answer: unknown): Uint8Array | null =>
  getOutputBytes(answer, "signedPsbt", maxPsbtBytes)

/** What a transaction is known by, in lower case; `null` where it is none. */
export const decodeTransactionHash = (answer: unknown): string | null => {
  const hash = getOutput(answer, "txId")
  return typeof hash === "string" && /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : null
}
