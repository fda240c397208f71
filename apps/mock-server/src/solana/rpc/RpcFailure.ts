import { Data } from "effect"

/** What a node says when it does not do what it was asked. Sources: JSON-RPC 2.0, agave's `custom_error.rs`. */
export class RpcFailure extends Data.TaggedError("RpcFailure")<{
  readonly code: number
  readonly text: string
  readonly data?: unknown
}> {
  override get message() {
    return `${this.code}: ${this.text}`
  }
}

export const invalidParams = (text: string): RpcFailure => new RpcFailure({ code: -32602, text })

export const methodNotFound = (): RpcFailure => new RpcFailure({ code: -32601, text: "Method not found" })
