import type { CaipNetworkId } from "@wmodal/protocol"
import type { DappRequest, Submission } from "../../contract/RequestInterceptor.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { decodeChainId, toCaipNetworkId } from "../chainId.ts"
import { checksumAddress } from "../checksumAddress.ts"
import { type Hex, isHexAddress, isHexBytes, parseQuantity } from "../Hex.ts"
import type { RequestJson } from "./cloneRequest.ts"

/** A dApp request and the exact message to the wallet: both come from the same copy. */
export interface GuardedRequest extends Pick<DappRequest, "request" | "from" | "network" | "submission"> {
  readonly method: string
  readonly params: readonly RequestJson[]
}

export type JsonObject = { readonly [key: string]: RequestJson }

export const noSubmission: Submission = { _tag: "Nothing" }

/** Returns a guarded request with an unknown effect. */
export const unknownRequest = (method: string, params: readonly RequestJson[]): GuardedRequest => ({
  method,
  params,
  request: { _tag: "Other", method, params: JSON.stringify(params) },
  from: null,
  network: null,
  submission: noSubmission,
})

export const isJsonList = (value: RequestJson | undefined): value is readonly RequestJson[] =>
  Array.isArray(value)

export const isJsonObject = (value: RequestJson | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !isJsonList(value)

export const parseAddress = (value: RequestJson | undefined, what: string): string => {
  const address = typeof value === "string" && isHexAddress(value) ? checksumAddress(value) : null
  if (address === null) throw invalidParamsError(`${what} is not a valid EVM address.`)
  return address
}

export const parseQuantityParam = (value: RequestJson | undefined, what: string): bigint => {
  const quantity = parseQuantity(value)
  if (quantity === null) throw invalidParamsError(`${what} is not a valid quantity: expected 0x-hex.`)
  return quantity
}

export const parseBytes = (value: RequestJson | undefined, what: string): Hex => {
  if (!isHexBytes(value)) throw invalidParamsError(`${what} is not a valid byte string: expected 0x-hex.`)
  return value
}

export const parseChainId = (value: RequestJson | undefined): CaipNetworkId | null => {
  if (value === undefined || value === null) return null
  const id = decodeChainId(value)
  if (id === null) throw invalidParamsError("chainId is not a valid chain ID.")
  return toCaipNetworkId(id)
}
