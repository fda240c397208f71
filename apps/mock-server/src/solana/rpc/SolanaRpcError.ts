import { Data } from "effect"

/** An error response of a node. Sources: JSON-RPC 2.0, agave's `custom_error.rs`. */
export class SolanaRpcError extends Data.TaggedError("RpcFailure")<{
  readonly code: number
  readonly text: string
  readonly data?: unknown
}> {
  override get message() {
    return `${this.code}: ${this.text}`
  }
}

export const invalidParams = (text: string): SolanaRpcError => new SolanaRpcError({ code: -32602, text })

export const methodNotFound = (): SolanaRpcError =>
  new SolanaRpcError({ code: -32601, text: "Method not found" })
