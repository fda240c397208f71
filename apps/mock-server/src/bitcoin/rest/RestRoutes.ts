import type { BitcoinTraits } from "../BitcoinTraits.ts"
import type { Ledger } from "../ledger/Ledger.ts"

/** One GET of the REST API. */
interface RestCall {
  readonly ledger: Ledger
  readonly traits: BitcoinTraits
  /** Returns a path parameter; empty when the path has none of that name. */
  readonly param: (name: string) => string
  readonly query: (name: string) => string | undefined
}

export interface RestResponse {
  readonly contentType: "application/json" | "text/plain" | "application/octet-stream"
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** Handlers by path, below the base of a network. Each may throw Refusal. */
export type RestRoutes = Readonly<Record<string, (call: RestCall) => RestResponse>>

export const jsonResponse = (value: unknown): RestResponse => ({
  contentType: "application/json",
  body: JSON.stringify(value),
})

export const textResponse = (body: string): RestResponse => ({ contentType: "text/plain", body })

export const bytesResponse = (body: Uint8Array): RestResponse => ({
  contentType: "application/octet-stream",
  body: new Uint8Array(body),
})
