import type { Ledger } from "../ledger/Ledger.ts"

/** One GET of the REST API. */
interface RestCall {
  readonly ledger: Ledger
  /** Empty where the path has no such parameter. */
  readonly param: (name: string) => string
  readonly query: (name: string) => string | undefined
}

export interface RestAnswer {
  readonly contentType: "application/json" | "text/plain" | "application/octet-stream"
  readonly body: string | Uint8Array<ArrayBuffer>
}

/** Answers by path, below the base of a network. Each may throw Refusal. */
export type RestRoutes = Readonly<Record<string, (call: RestCall) => RestAnswer>>

export const json = (value: unknown): RestAnswer => ({
  contentType: "application/json",
  body: JSON.stringify(value),
})

export const text = (body: string): RestAnswer => ({ contentType: "text/plain", body })

export const bytes = (body: Uint8Array): RestAnswer => ({
  contentType: "application/octet-stream",
  body: new Uint8Array(body),
})
