import { base58 } from "@scure/base"
import { encodeBase64 } from "../../text/base64.ts"
import { normalizeBase64 } from "../../text/normalizeBase64.ts"
import { maxTransactionBytes } from "../walletResponses.ts"
import { decodeTransaction, type SolanaTransaction } from "../wire/SolanaTransaction.ts"
import { invalidTransactionError } from "./copyTransaction.ts"

/** A dApp's transaction, decoded and in wire form. */
export interface WireTransaction extends SolanaTransaction {
  /** Base64. */
  readonly wire: string
}

/** Base58 characters of the largest valid transaction. Longer texts are not decoded, because the cost is quadratic. */
const maxBase58Length = 1_683

/**
 * Reads a wire transaction as wallets take it: base64, also that of URLs and without its padding, or else base58. Throws a
 * `ProviderError` for anything else.
 */
export const readTransactionText = (text: string): WireTransaction => {
  if (text.length > maxTransactionBytes * 2) throw invalidTransactionError()
  for (const wire of [normalizeBase64(text), base58ToBase64(text)]) {
    const transaction = wire === null ? null : decodeTransaction(wire)
    if (wire !== null && transaction !== null) return { ...transaction, wire }
  }
  throw invalidTransactionError()
}

const base58ToBase64 = (text: string): string | null => {
  const bytes = decodeBase58(text)
  return bytes && encodeBase64(bytes)
}

/** Decodes base58 of at most a transaction; `null` if invalid. */
export const decodeBase58 = (text: string): Uint8Array | null => {
  try {
    return text.length > maxBase58Length ? null : base58.decode(text)
  } catch {
    return null
  }
}
