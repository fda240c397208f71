/** One request that a world was asked, in the order in which they came. */
export interface LogEntry {
  /** The response's `x-request-id`: the same in every run for the same requests in the same order. */
  readonly id: string
  readonly method: string
  /** Without the base path of the world. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The JSON-RPC methods of the body, in order, a thousand at most; empty where the body is none. */
  readonly rpc: readonly string[]
}
