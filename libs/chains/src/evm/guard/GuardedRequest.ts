import type { CaipNetworkId } from "@wmodal/protocol"
import type { DappRequest, Submission } from "../../contract/RequestInterceptor.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { decodeChainId, toCaipNetworkId } from "../chainId.ts"
import { checksumAddress } from "../checksumAddress.ts"
import type { Hex } from "../Hex.ts"
import type { RequestJson } from "./cloneRequest.ts"
import { readAddress, readBytes, readQuantity } from "./lenient.ts"

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

/** Reads a member of the object's own: a script of the page may have added one of that name to `Object.prototype`. */
export const readOwn = (value: JsonObject, name: string): RequestJson | undefined =>
  Object.hasOwn(value, name) ? value[name] : undefined

export const parseAddress = (value: RequestJson | undefined, what: string): string => {
  const read = readAddress(value)
  const address = read === null ? null : checksumAddress(read)
  if (address === null) throw invalidParamsError(`${what} is not a valid EVM address.`)
  return address
}

export const parseQuantityParam = (value: RequestJson | undefined, what: string): bigint => {
  const quantity = readQuantity(value)
  if (quantity === "ambiguous")
    throw invalidParamsError(`${what} is ambiguous: it is one number in decimal, another in hex. Add 0x.`)
  if (quantity === null) throw invalidParamsError(`${what} is not a valid quantity: expected 0x-hex.`)
  return quantity
}

export const parseBytes = (value: RequestJson | undefined, what: string): Hex => {
  const bytes = readBytes(value)
  if (bytes === null) throw invalidParamsError(`${what} is not a valid byte string: expected 0x-hex.`)
  return bytes
}

/** Returns a chain id. Throws a `ProviderError` if it is none. */
export const toChainId = (value: RequestJson): number => {
  const id = decodeChainId(value)
  if (id === null) throw invalidParamsError("chainId is not a valid chain ID.")
  return id
}

export const parseChainId = (value: RequestJson | undefined): CaipNetworkId | null =>
  value === undefined || value === null ? null : toCaipNetworkId(toChainId(value))
