import type { ChainTransaction } from "../../contract/Transfer.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import type { Hex } from "../Hex.ts"
import type { RequestJson } from "./cloneRequest.ts"
import {
  type GuardedRequest,
  isJsonObject,
  type JsonObject,
  noSubmission,
  parseAddress,
  parseBytes,
  parseChainId,
  parseQuantityParam,
  unknownRequest,
} from "./GuardedRequest.ts"

/** The fee and nonce fields of a transaction; wallets show and check these themselves. */
const feeKeys = ["gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce"] as const
const knownKeys: ReadonlySet<string> = new Set([
  "from",
  "to",
  "value",
  "data",
  "input",
  "chainId",
  "type",
  "accessList",
  ...feeKeys,
])

export const parseTransactionRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [asked, ...rest] = params
  if (!isJsonObject(asked) || rest.length > 0) throw invalidParamsError("Expected one transaction.")
  const data = parseCallData(asked)
  const made: ChainTransaction = {
    to: asked["to"] === undefined || asked["to"] === null ? null : parseAddress(asked["to"], "to"),
    value: parseQuantityHex(asked["value"] ?? "0x0", "value"),
    data,
    ...Object.fromEntries(
      feeKeys.flatMap((term) => {
        const value = asked[term]
        return value === undefined || value === null ? [] : [[term, parseQuantityHex(value, term)]]
      }),
    ),
  }
  return {
    method,
    params,
    // Covers code for an account (EIP-7702), blobs, and future fields.
    request: Object.keys(asked).some((key) => !knownKeys.has(key))
      ? unknownRequest(method, params).request
      : { _tag: "Transaction", transaction: made },
    from: parseAddress(asked["from"], "from"),
    network: parseChainId(asked["chainId"]),
    submission: method === "eth_sendTransaction" ? { _tag: "Transaction", transaction: made } : noSubmission,
  }
}

const parseQuantityHex = (value: RequestJson, what: string): string =>
  `0x${parseQuantityParam(value, what).toString(16)}`

/** Parses `data` and `input`, which mean the same: if both are present, wallets differ in which they use. */
const parseCallData = ({ data, input }: JsonObject): Hex => {
  const [one, two] = [parseBytes(data ?? input ?? "0x", "data"), parseBytes(input ?? data ?? "0x", "input")]
  if (one.toLowerCase() !== two.toLowerCase()) throw invalidParamsError("data and input differ.")
  return one
}
