import type { ChainTransaction } from "../../contract/Transfer.ts"
import { takeOne } from "../../wallet/givenMembers.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { toChainIdHex } from "../chainId.ts"
import type { Hex } from "../Hex.ts"
import { cloneRequest, type RequestJson } from "./cloneRequest.ts"
import {
  type GuardedRequest,
  isJsonObject,
  type JsonObject,
  noSubmission,
  parseAddress,
  parseBytes,
  parseChainId,
  parseQuantityParam,
  readOwn,
  toChainId,
  unknownRequest,
} from "./GuardedRequest.ts"
import { isEmpty, readAddress } from "./lenient.ts"

/** The fee and nonce fields of a transaction; wallets show and check these themselves. */
const feeKeys = ["gas", "gasPrice", "maxFeePerGas", "maxPriorityFeePerGas", "nonce"] as const
const knownKeys: ReadonlySet<string> = new Set([
  "from",
  "to",
  "value",
  "data",
  "chainId",
  "type",
  "accessList",
  ...feeKeys,
])

/**
 * Members by which some wallets and networks make more of a transaction than a call. Others are surplus: no wallet gets
 * them. Source: zkSync's EIP-712 transactions, Celo's CIP-64, Tempo, Quorum.
 */
const changingKeys: ReadonlySet<string> = new Set([
  "aaAuthorizationList",
  "calls",
  "capabilities",
  "customData",
  "eip712Meta",
  "feeCurrency",
  "feePayer",
  "feePayerSignature",
  "feeToken",
  "gatewayFee",
  "gatewayFeeRecipient",
  "keyAuthorization",
  "nonceKey",
  "operation",
  "paymaster",
  "paymasterInput",
  "privateFor",
  "privateFrom",
  "validAfter",
  "validBefore",
])

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

/** Returns whether a member makes more of a transaction or a call than it is without. Any other is surplus. */
export const isChangingMember = (name: string): boolean =>
  changingKeys.has(name) || refusedKeys.includes(name)

export const parseTransactionRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => {
  const [given, ...rest] = params
  // What follows a transaction, such as a block or a callback, is for others than a wallet. A second one is not.
  if (!isJsonObject(given) || rest.some(isJsonObject)) throw invalidParamsError("Expected one transaction.")
  const asked = toPlainTransaction(given)
  const [data, to, value] = ["data", "to", "value"].map((name) => readOwn(asked, name))
  const made: ChainTransaction = {
    to: to === undefined ? null : parseAddress(to, "to"),
    value: toQuantityText(value ?? "0x0", "value"),
    data: parseBytes(data ?? "0x", "data"),
    ...Object.fromEntries(
      feeKeys.flatMap((term) => {
        const fee = readOwn(asked, term)
        return fee === undefined ? [] : [[term, toQuantityText(fee, term)]]
      }),
    ),
  }
  const isCall = hasCallType(asked) && Object.keys(asked).every((key) => knownKeys.has(key))
  return {
    method,
    params: [asked],
    // Future types and fields may have any effect.
    request: isCall ? { _tag: "Transaction", transaction: made } : unknownRequest(method, [asked]).request,
    from: parseAddress(readOwn(asked, "from"), "from"),
    network: parseChainId(readOwn(asked, "chainId")),
    submission: method === "eth_sendTransaction" ? { _tag: "Transaction", transaction: made } : noSubmission,
  }
}

/** Copies and normalizes the transaction of a request, for a wallet of our own. Throws as `toPlainTransaction` does. */
export const decodePlainTransaction = (given: unknown): JsonObject => {
  const copied = cloneRequest(given ?? null)
  if (!isJsonObject(copied)) throw invalidParamsError("Expected one transaction.")
  return toPlainTransaction(copied)
}

/**
 * Returns what is reviewed and sent, in the one form that every wallet takes: each member once, by its usual name and as
 * 0x-hex, none that is empty or surplus. Throws a `ProviderError` for members that would change what a call is, for those
 * that contradict each other, and for what is none of the form.
 */
const toPlainTransaction = (given: JsonObject): JsonObject => {
  const said: JsonObject = Object.fromEntries(Object.entries(given).filter(([, value]) => !isEmpty(value)))
  const refused = refusedKeys.find((name) => Object.hasOwn(said, name))
  if (refused !== undefined)
    throw invalidParamsError(`${refused} is not supported: the transaction would be more than a call.`)
  if (
    readOwn(said, "gasPrice") !== undefined &&
    (readOwn(said, "maxFeePerGas") ?? readOwn(said, "maxPriorityFeePerGas")) !== undefined
  )
    throw invalidParamsError("gasPrice and maxFeePerGas contradict each other.")
  const data = takeData(said)
  const gas = takeOne(
    [
      ["gas", readOwn(said, "gas")],
      ["gasLimit", readOwn(said, "gasLimit")],
    ],
    parseQuantityParam,
  )
  const to = readOwn(said, "to") === "0x" ? undefined : readOwn(said, "to")
  // Without code nothing is created, and what is sent is lost.
  if (
    to === undefined &&
    (data ?? "0x") === "0x" &&
    !Object.keys(said).some((name) => changingKeys.has(name))
  )
    throw invalidParamsError("to is missing, and there is no data to create a contract.")
  const named = { ...said, data, gas, to }
  return Object.fromEntries(
    Object.entries(named).flatMap(([name, value]) =>
      value !== undefined && (knownKeys.has(name) || changingKeys.has(name))
        ? [[name, toPlainMember(name, value)]]
        : [],
    ),
  )
}

/** Returns the data of a transaction or a call. Wallets differ in which of the two names they use. */
export const takeData = (said: JsonObject): RequestJson | undefined =>
  takeOne(
    [
      ["data", readOwn(said, "data")],
      ["input", readOwn(said, "input")],
    ],
    (value, name) => parseBytes(value, name).toLowerCase(),
  )

/** Returns a member of a transaction or a call in the one form that every wallet takes. */
export const toPlainMember = (name: string, value: RequestJson): RequestJson => {
  switch (name) {
    case "from":
    case "to":
      return readAddress(value) ?? parseAddress(value, name)
    case "data":
      return parseBytes(value, name)
    case "chainId":
      return toChainIdHex(toChainId(value))
    case "value":
    case "type":
    case "gas":
    case "gasPrice":
    case "maxFeePerGas":
    case "maxPriorityFeePerGas":
    case "nonce":
      return toQuantityText(value, name)
    default:
      return value
  }
}

/**
 * Returns whether a transaction has no type, or that of a call. Throws a `ProviderError` for the types of
 * `refusedKeys`, and for one that contradicts the fees.
 */
const hasCallType = (asked: JsonObject): boolean => {
  if (readOwn(asked, "type") === undefined) return true
  const type = parseQuantityParam(readOwn(asked, "type"), "type")
  if (type === 3n || type === 4n)
    throw invalidParamsError(`type 0x${type} is not supported: the transaction would be more than a call.`)
  if (type < 2n && (readOwn(asked, "maxFeePerGas") ?? readOwn(asked, "maxPriorityFeePerGas")) !== undefined)
    throw invalidParamsError("type and maxFeePerGas contradict each other.")
  if (type === 2n && readOwn(asked, "gasPrice") !== undefined)
    throw invalidParamsError("type and gasPrice contradict each other.")
  return type <= 2n
}

const toQuantityText = (value: RequestJson, what: string): Hex =>
  `0x${parseQuantityParam(value, what).toString(16)}`
