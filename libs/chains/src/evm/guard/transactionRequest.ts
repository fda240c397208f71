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

/** Members for the client that sends a transaction, such as web3.js. They change nothing, and no wallet gets them. */
const clientKeys: ReadonlySet<string> = new Set(["chain", "common", "hardfork", "networkId"])

/** Members of transactions that do more than a call, by type. Source: EIP-4844, EIP-7702. */
const refusedKeys = [
  "authorizationList",
  "blobs",
  "blobVersionedHashes",
  "commitments",
  "maxFeePerBlobGas",
  "proofs",
  "sidecars",
]

export const parseTransactionRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [given, ...rest] = params
  if (!isJsonObject(given) || rest.length > 0) throw invalidParamsError("Expected one transaction.")
  const asked = toPlainTransaction(given)
  const data = parseCallData(asked)
  const made: ChainTransaction = {
    to: asked["to"] === undefined ? null : parseAddress(asked["to"], "to"),
    value: parseQuantityHex(asked["value"] ?? "0x0", "value"),
    data,
    ...Object.fromEntries(
      feeKeys.flatMap((term) => {
        const value = asked[term]
        return value === undefined ? [] : [[term, parseQuantityHex(value, term)]]
      }),
    ),
  }
  const isCall = hasCallType(asked) && Object.keys(asked).every((key) => knownKeys.has(key))
  return {
    method,
    params: [asked],
    // Future types and fields may have any effect.
    request: isCall ? { _tag: "Transaction", transaction: made } : unknownRequest(method, [asked]).request,
    from: parseAddress(asked["from"], "from"),
    network: parseChainId(asked["chainId"]),
    submission: method === "eth_sendTransaction" ? { _tag: "Transaction", transaction: made } : noSubmission,
  }
}

/**
 * Returns what is reviewed and sent: without empty members and those of clients, and with one name for the gas limit.
 * Throws a `ProviderError` for members that would change what a call is, and for those that contradict each other.
 */
const toPlainTransaction = (given: JsonObject): JsonObject => {
  const { gasLimit, ...asked }: JsonObject = Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null && !clientKeys.has(name)),
  )
  const refused = refusedKeys.find((name) => name in asked)
  if (refused !== undefined)
    throw invalidParamsError(`${refused} is not supported: the transaction would be more than a call.`)
  if (
    asked["gasPrice"] !== undefined &&
    (asked["maxFeePerGas"] ?? asked["maxPriorityFeePerGas"]) !== undefined
  )
    throw invalidParamsError("gasPrice and maxFeePerGas contradict each other.")
  if (gasLimit === undefined) return asked
  const gas = asked["gas"] ?? gasLimit
  if (parseQuantityParam(gas, "gas") !== parseQuantityParam(gasLimit, "gasLimit"))
    throw invalidParamsError("gas and gasLimit differ.")
  return { ...asked, gas }
}

/**
 * Returns whether a transaction has no type, or that of a call. Throws a `ProviderError` for the types of
 * `refusedKeys`, and for one that contradicts the fees.
 */
const hasCallType = (asked: JsonObject): boolean => {
  if (asked["type"] === undefined) return true
  const type = parseQuantityParam(asked["type"], "type")
  if (type === 3n || type === 4n)
    throw invalidParamsError(`type 0x${type} is not supported: the transaction would be more than a call.`)
  if (type < 2n && (asked["maxFeePerGas"] ?? asked["maxPriorityFeePerGas"]) !== undefined)
    throw invalidParamsError("type and maxFeePerGas contradict each other.")
  if (type === 2n && asked["gasPrice"] !== undefined)
    throw invalidParamsError("type and gasPrice contradict each other.")
  return type <= 2n
}

const parseQuantityHex = (value: RequestJson, what: string): string =>
  `0x${parseQuantityParam(value, what).toString(16)}`

/** Parses `data` and `input`, which mean the same: if both are present, wallets differ in which they use. */
const parseCallData = ({ data, input }: JsonObject): Hex => {
  const [one, two] = [parseBytes(data ?? input ?? "0x", "data"), parseBytes(input ?? data ?? "0x", "input")]
  if (one.toLowerCase() !== two.toLowerCase()) throw invalidParamsError("data and input differ.")
  return one
}
