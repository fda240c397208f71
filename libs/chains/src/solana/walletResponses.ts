import { base58 } from "@scure/base"
import { getOutputBytes } from "../standard/featureOutput.ts"
import { encodeBase64 } from "../text/base64.ts"

/** Decodes a signature; `null` if invalid. */
export const decodeSignature = (answer: unknown): Uint8Array | null => {
  const signature = getOutputBytes(answer, "signature", 64)
  return signature?.length === 64 ? signature : null
}

/** Decodes a transaction hash: the first signature, base58. */
export const decodeTransactionHash = (answer: unknown): string | null => {
  const signature = decodeSignature(answer)
  return signature?.some((byte) => byte !== 0) ? base58.encode(signature) : null
}

/** Bytes of the largest transaction that a network takes. Source: Solana, packet size. */
export const maxTransactionBytes = 1232

/** Decodes one signed wire transaction per request; `null` if one is missing. */
export const decodeSignedBytes = (answer: unknown, count: number): readonly Uint8Array[] | null => {
  const all = Array.from({ length: count }, (_, at) =>
    getOutputBytes(answer, "signedTransaction", maxTransactionBytes, at),
  )
  return all.every((one) => one !== null) ? all : null
}

/** Returns base64 of the only transaction; `null` if there is none. */
export const decodeSignedText = (answer: unknown): string | null => {
  const [signed] = decodeSignedBytes(answer, 1) ?? []
  return signed === undefined ? null : encodeBase64(signed)
}
