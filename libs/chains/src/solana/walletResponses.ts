import { base58 } from "@scure/base"
import { getOutputBytes } from "../standard/featureOutput.ts"
import { encodeBase64 } from "../text/base64.ts"

/** The bytes of a signature; `null` where they are none. */
export const decodeSignature = (answer: unknown): Uint8Array | null => {
  const signature = getOutputBytes(answer, "signature", 64)
  return signature?.length === 64 ? signature : null
}

/** What a transaction is known by, base58: its first signature. */
export const decodeTransactionHash = (answer: unknown): string | null => {
  const signature = decodeSignature(answer)
  return signature?.some((byte) => byte !== 0) ? base58.encode(signature) : null
}

/** Bytes of the largest transaction that a network takes. Source: Solana, packet size. */
export const maxTransactionBytes = 1232

/** The signed wire transactions, one for each that was asked about; `null` where one is missing. */
export const decodeSignedBytes = (answer: unknown, count: number): readonly Uint8Array[] | null => {
  const all = Array.from({ length: count }, (_, at) =>
    getOutputBytes(answer, "signedTransaction", maxTransactionBytes, at),
  )
  return all.every((one) => one !== null) ? all : null
}

/** Base64 of the only one; `null` where there is none. */
export const decodeSignedText = (answer: unknown): string | null => {
  const [signed] = decodeSignedBytes(answer, 1) ?? []
  return signed === undefined ? null : encodeBase64(signed)
}
