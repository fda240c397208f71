import type { CaipNetworkId } from "@wmodal/protocol"

/** A request to a world, as logged. */
export interface LoggedRequest {
  readonly method: string
  /** Without the base path of the world. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** `origin`, `content-type` and `x-sdk-version`, if sent. */
  readonly headers: Readonly<Record<string, string>>
  /** Empty for the secure site, like its responses: sign-in secrets must not be in a log. */
  readonly body: string
  /** The JSON-RPC methods of the body, in order, a thousand at most; empty for any other body. */
  readonly rpc: readonly string[]
}

export interface LoggedResponse {
  readonly status: number
  /** Headers for the content type and the lifetime of the body. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/**
 * One request and its outcome. The same calls in the same order give the same entries in every process: this server's
 * own origin is written as `{origin}`, a date of the machine's clock as `{date}`, and a body of more than 16,384
 * characters is cut there and followed by its length and SHA-256.
 */
export interface LogEntry extends LoggedRequest {
  /** The response's `x-request-id`. */
  readonly id: string
  /** The fault `kind`s that the fault plan applied, in order. */
  readonly faults: readonly string[]
  /** `null` when no response was sent. */
  readonly response: LoggedResponse | null
  /** The newest block (or slot) of each chain that the request was the first to use, or that it extended. */
  readonly chains: Readonly<Record<CaipNetworkId, string>>
}
