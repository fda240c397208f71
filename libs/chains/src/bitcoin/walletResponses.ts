import { getOutput, getOutputBytes } from "../standard/featureOutput.ts"

/** Signature bytes: 65 for a key hash address; the limit covers BIP-322 proofs of any address. */
const maxSignatureBytes = 10_000

/** Decodes a message signature; `null` if invalid. */
export const decodeSignature = (answer: unknown): Uint8Array | null => {
  const signature = getOutputBytes(answer, "signature", maxSignatureBytes)
  return signature !== null && signature.length >= 64 ? signature : null
}

/** The largest relayed transaction in bytes, with the metadata of its PSBT. */
export const maxPsbtBytes = 1_000_000

export const decodeSignedPsbt = (answer: unknown): Uint8Array | null =>
  getOutputBytes(answer, "signedPsbt", maxPsbtBytes)

/** Decodes a transaction hash in lower case; `null` if invalid. Trust names it `txid`. */
export const decodeTransactionHash = (answer: unknown): string | null => {
  const hash = getOutput(answer, "txId") ?? getOutput(answer, "txid")
  return typeof hash === "string" && /^[0-9a-f]{64}$/i.test(hash) ? hash.toLowerCase() : null
}
