import { getBase58Encoder } from "@solana/kit"
import {
  BadTransaction,
  decodeTransaction,
  maxTransactionBytes,
  type SolanaTransaction,
} from "../chain/SolanaTransaction.ts"
import type { TransactionEncoding } from "./params.ts"
import { invalidParams } from "./SolanaRpcError.ts"

const transactionTypeName = "solana_transaction::versioned::VersionedTransaction"
/** Characters of a packet in each encoding. */
const maxTextLength = { base58: 1683, base64: 1644 }

/**
 * Decodes a transaction in a client's encoding. Without an encoding: base58, the older default.
 * @throws RpcFailure
 */
export const decodeTransactionText = (
  text: string,
  encoding: TransactionEncoding | null | undefined,
): SolanaTransaction => {
  const how = encoding === null || encoding === undefined || encoding === "binary" ? "base58" : encoding
  if (how !== "base58" && how !== "base64")
    throw invalidParams(`unsupported encoding: ${how}. Supported encodings: base58, base64`)
  const most = `max: encoded/raw ${maxTextLength[how]}/${maxTransactionBytes}`
  if (text.length > maxTextLength[how])
    throw invalidParams(`${how} encoded ${transactionTypeName} too large: ${text.length} bytes (${most})`)
  const bytes = how === "base58" ? decodeBase58(text) : decodeBase64(text)
  if (bytes.length > maxTransactionBytes)
    throw invalidParams(
      `decoded ${transactionTypeName} too large: ${bytes.length} bytes (max: ${maxTransactionBytes} bytes)`,
    )
  return decodeOrInvalidParams(() => decodeTransaction(bytes))
}

/** @throws RpcFailure when `read` throws BadTransaction. */
export const decodeOrInvalidParams = <A>(read: () => A): A => {
  try {
    return read()
  } catch (error) {
    throw error instanceof BadTransaction ? invalidParams(error.message) : error
  }
}

/** @throws RpcFailure */
export const decodeBase64 = (text: string): Uint8Array => {
  const bytes = Buffer.from(text, "base64")
  // Node ignores characters that are not base64.
  if (bytes.toString("base64") !== text) throw invalidParams("invalid base64 encoding: InvalidByte")
  return new Uint8Array(bytes)
}

const decodeBase58 = (text: string): Uint8Array => {
  try {
    return new Uint8Array(getBase58Encoder().encode(text))
  } catch {
    throw invalidParams("invalid base58 encoding: InvalidCharacter")
  }
}
