import type { ChainTransaction } from "../../contract/Transfer.ts"
import { invalid } from "../../wallet/ProviderError.ts"
import type { Hex } from "../Hex.ts"
import {
  addressOf,
  bytesOf,
  isObject,
  type JsonObject,
  networkOf,
  nothing,
  other,
  type Question,
  quantityOf,
} from "./Question.ts"
import type { Json } from "./snapshot.ts"

/** What says how much a transaction may cost, and its place; wallets show and check these themselves. */
const terms = ["gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce"] as const
const known: ReadonlySet<string> = new Set([
  "from",
  "to",
  "value",
  "data",
  "input",
  "chainId",
  "type",
  "accessList",
  ...terms,
])

export const transactionQuestion = (method: string, params: readonly Json[]): Question => {
  const [asked, ...rest] = params
  if (!isObject(asked) || rest.length > 0) throw invalid("One transaction is expected.")
  const data = dataOf(asked)
  const made: ChainTransaction = {
    to: asked["to"] === undefined || asked["to"] === null ? null : addressOf(asked["to"], "to"),
    value: hexOf(asked["value"] ?? "0x0", "value"),
    data,
    ...Object.fromEntries(
      terms.flatMap((term) => {
        const value = asked[term]
        return value === undefined || value === null ? [] : [[term, hexOf(value, term)]]
      }),
    ),
  }
  return {
    method,
    params,
    // Code for an account (EIP-7702), blobs, and whatever comes next.
    request: Object.keys(asked).some((key) => !known.has(key))
      ? other(method, params).request
      : { _tag: "Transaction", transaction: made },
    from: addressOf(asked["from"], "from"),
    network: networkOf(asked["chainId"]),
    leaves: method === "eth_sendTransaction" ? { _tag: "Transaction", transaction: made } : nothing,
  }
}

const hexOf = (value: Json, what: string): string => `0x${quantityOf(value, what).toString(16)}`

/** `data` and `input` mean the same: which of two a wallet takes is anybody's guess. */
const dataOf = ({ data, input }: JsonObject): Hex => {
  const [one, two] = [bytesOf(data ?? input ?? "0x", "data"), bytesOf(input ?? data ?? "0x", "input")]
  if (one.toLowerCase() !== two.toLowerCase()) throw invalid("data and input differ.")
  return one
}
