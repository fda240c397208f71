import type { CaipNetworkId } from "@wmodal/protocol"

/** A request to a world, as logged. */
export interface LoggedRequest {
  readonly method: string
  /** Without the base path of the world. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** `origin`, `content-type` and `x-sdk-version`, where they were sent. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty for the secure site, as its answers are: what lets somebody in is in no log. */
  readonly body: string
  /** The JSON-RPC methods of the body, in order, a thousand at most; empty where the body is none. */
  readonly rpc: readonly string[]
}

export interface LoggedResponse {
  readonly status: number
  /** Those that say what the body is and how long it holds. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * One request and what came of it. The same calls in the same order give the same entries in every process: this
 * server's own origin is written as `{origin}`, a date of the machine's clock as `{date}`, and a body of more than
 * 16,384 characters is cut there and followed by its length and SHA-256.
 */
export interface LogEntry extends LoggedRequest {
  /** The response's `x-request-id`. */
  readonly id: string
  /** The fault `kind`s that the fault plan applied, in order. */
  readonly faults: readonly string[]
  /** `null` where none was sent. */
  readonly response: LoggedResponse | null
  /** The newest block (or slot) of each chain that it was the first to use, or that it gave a new one. */
  readonly chains: Readonly<Record<CaipNetworkId, string>>
}
