import { base58 } from "@scure/base"
import { bytesOf } from "../standard/output.ts"
import { toBase64 } from "../text/base64.ts"

/** The bytes of a signature; `null` where they are none. */
export const signatureFrom = (answer: unknown): Uint8Array | null => {
  const signature = bytesOf(answer, "signature", 64)
  return signature?.length === 64 ? signature : null
}

/** What a transaction is known by, base58: its first signature. */
export const hashFrom = (answer: unknown): string | null => {
  const signature = signatureFrom(answer)
  return signature?.some((byte) => byte !== 0) ? base58.encode(signature) : null
}

/** Bytes of the largest transaction that a network takes. Source: Solana, packet size. */
export const largest = 1232

/** The signed wire transactions, one for each that was asked about; `null` where one is missing. */
export const signedBytesFrom = (answer: unknown, count: number): readonly Uint8Array[] | null => {
  const all = Array.from({ length: count }, (_, at) => bytesOf(answer, "signedTransaction", largest, at))
  return all.every((one) => one !== null) ? all : null
}

/** Base64 of the only one; `null` where there is none. */
export const signedTextFrom = (answer: unknown): string | null => {
  const [signed] = signedBytesFrom(answer, 1) ?? []
  return signed === undefined ? null : toBase64(signed)
}
