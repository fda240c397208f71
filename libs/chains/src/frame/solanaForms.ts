import { base58 } from "@scure/base"
import { fromBase64, toBase64 } from "../text/base64.ts"
import { listFrom } from "../wallet/readList.ts"
import { member } from "../wallet/thrown.ts"

/** Characters of base58 of the largest transaction that a network takes: longer ones are not decoded. */
const longest = 1_683

/** What a wallet beyond a relay is asked for, as a frame takes it: transactions are base58 there. Source: the AppKit 1.7.2 wire. */
export const framed = (method: string, params: unknown): unknown => {
  switch (method) {
    case "solana_signTransaction":
      return { transaction: toBase58(member(params, "transaction")) }
    case "solana_signAllTransactions":
      return { transactions: (listFrom(member(params, "transactions"), 1_000) ?? []).map(toBase58) }
    case "solana_signAndSendTransaction": {
      const options = member(params, "sendOptions")
      return {
        transaction: toBase58(member(params, "transaction")),
        ...(options !== undefined && { options }),
      }
    }
    default:
      return params
  }
}

/** A frame's answer as a wallet beyond a relay gives it. What is none stays as it is: it is looked at later. */
export const unframed = (method: string, answer: unknown): unknown => {
  switch (method) {
    case "solana_signTransaction":
      return { transaction: inBase64(member(answer, "transaction")) }
    case "solana_signAllTransactions":
      return { transactions: listFrom(member(answer, "transactions"), 1_000)?.map(inBase64) }
    default:
      return answer
  }
}

const toBase58 = (text: unknown): unknown => {
  const bytes = typeof text === "string" ? fromBase64(text) : null
  return bytes === null ? text : base58.encode(bytes)
}

const inBase64 = (text: unknown): unknown => {
  if (typeof text !== "string" || text.length > longest) return null
  try {
    return toBase64(base58.decode(text))
  } catch {
    return null
  }
}
