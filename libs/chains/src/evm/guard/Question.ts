import type { CaipNetworkId } from "@wmodal/protocol"
import type { Leaving, PageQuestion } from "../../contract/Door.ts"
import { invalid } from "../../wallet/ProviderError.ts"
import { caipOf, chainIdFrom } from "../chainId.ts"
import { checksum } from "../checksum.ts"
import { type Hex, isAddress, isHexBytes, quantityFromHex } from "../Hex.ts"
import type { Json } from "./snapshot.ts"

/** What a page asks, and the words in which the wallet will hear it: those two, and nothing else, are made of it. */
export interface Question extends Pick<PageQuestion, "request" | "from" | "network" | "leaves"> {
  readonly method: string
  readonly params: readonly Json[]
}

export type JsonObject = { readonly [key: string]: Json }

export const nothing: Leaving = { _tag: "Nothing" }

/** Of which nobody here knows what it does. */
export const other = (method: string, params: readonly Json[]): Question => ({
  method,
  params,
  request: { _tag: "Other", method, params: JSON.stringify(params) },
  from: null,
  network: null,
  leaves: nothing,
})

export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value)

export const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === "object" && value !== null && !isList(value)

export const addressOf = (value: Json | undefined, what: string): string => {
  const address = typeof value === "string" && isAddress(value) ? checksum(value) : null
  if (address === null) throw invalid(`${what} is no address.`)
  return address
}

export const quantityOf = (value: Json | undefined, what: string): bigint => {
  const quantity = quantityFromHex(value)
  if (quantity === null) throw invalid(`${what} is no quantity: 0x-hex is expected.`)
  return quantity
}

export const bytesOf = (value: Json | undefined, what: string): Hex => {
  if (!isHexBytes(value)) throw invalid(`${what} is no bytes: 0x-hex is expected.`)
  return value
}

export const networkOf = (value: Json | undefined): CaipNetworkId | null => {
  if (value === undefined || value === null) return null
  const id = chainIdFrom(value)
  if (id === null) throw invalid("chainId is no chain id.")
  return caipOf(id)
}
