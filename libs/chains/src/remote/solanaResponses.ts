import { base58 } from "@scure/base"
import { decodeBase64 } from "../text/base64.ts"
import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"

/** The longest base58 text of 64 bytes. Longer texts are not decoded, because the cost is quadratic. */
const maxSignatureLength = 88

/** Decodes a base58 signature; `null` if invalid. */
export const decodeSolanaSignature = (answer: unknown): Uint8Array | null => {
  const text = readMember(answer, "signature")
  if (typeof text !== "string" || text.length > maxSignatureLength) return null
  try {
    const bytes = base58.decode(text)
    return bytes.length === 64 ? bytes : null
  } catch {
    return null
  }
}

/** Characters of base64 of the largest transaction that a network takes. Source: Solana, packet size. */
const maxTransactionBase64Length = 1_644

/** Returns the bytes of a wire transaction in base64, which is checked before the broadcast; `null` if it is none. */
export const decodeWireTransaction = (text: unknown): Uint8Array | null =>
  typeof text === "string" && text.length <= maxTransactionBase64Length ? decodeBase64(text) : null

/** Decodes as many signed wire transactions as requested; `null` if the number differs or one is invalid. */
export const decodeSignedTransactions = (answer: unknown, count: number): readonly Uint8Array[] | null => {
  const all = decodeList(readMember(answer, "transactions"), count + 1)?.map(decodeWireTransaction) ?? []
  return all.length === count && all.every((one) => one !== null) ? all : null
}
