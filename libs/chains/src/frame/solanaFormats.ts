import { base58 } from "@scure/base"
import { decodeBase64, encodeBase64 } from "../text/base64.ts"
import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/readMember.ts"

/** Base58 characters of the largest valid transaction. Longer texts are not decoded. */
const maxBase58Length = 1_683

/**
 * Converts the parameters of a relayed wallet request for the frame, which expects transactions in base58. Source: the
 * AppKit 1.7.2 wire.
 */
export const toFrameParams = (method: string, params: unknown): unknown => {
  switch (method) {
    case "solana_signTransaction":
      return { transaction: base64ToBase58(readMember(params, "transaction")) }
    case "solana_signAllTransactions":
      return {
        transactions: (decodeList(readMember(params, "transactions"), 1_000) ?? []).map(base64ToBase58),
      }
    case "solana_signAndSendTransaction": {
      const options = readMember(params, "sendOptions")
      return {
        transaction: base64ToBase58(readMember(params, "transaction")),
        ...(options !== undefined && { options }),
      }
    }
    default:
      return params
  }
}

/** Converts a frame's reply to that of a relayed wallet. Malformed replies stay unchanged and are checked later. */
export const fromFrameResult = (method: string, answer: unknown): unknown => {
  switch (method) {
    case "solana_signTransaction":
      return { transaction: base58ToBase64(readMember(answer, "transaction")) }
    case "solana_signAllTransactions":
      return { transactions: decodeList(readMember(answer, "transactions"), 1_000)?.map(base58ToBase64) }
    default:
      return answer
  }
}

const base64ToBase58 = (text: unknown): unknown => {
  const bytes = typeof text === "string" ? decodeBase64(text) : null
  return bytes === null ? text : base58.encode(bytes)
}

const base58ToBase64 = (text: unknown): unknown => {
  if (typeof text !== "string" || text.length > maxBase58Length) return null
  try {
    return encodeBase64(base58.decode(text))
  } catch {
    return null
  }
}
