import { Data } from "effect"

/** Why a JSON-RPC call gave no result. Codes: specification section 8. */
export type RpcReason =
  /** The node answered with a JSON-RPC error. */
  | { readonly _tag: "Answered"; readonly code: number; readonly text: string; readonly data?: unknown }
  /** HTTP status other than 2xx. */
  | { readonly _tag: "Status"; readonly status: number }
  /** No response at all. */
  | { readonly _tag: "Unreachable"; readonly detail: string }
  /** Not JSON, not an object, of another id, or neither result nor error. */
  | { readonly _tag: "Malformed"; readonly detail: string }
  /** More bytes than one reply may have. */
  | { readonly _tag: "TooLarge"; readonly limit: number }
  | { readonly _tag: "TimedOut"; readonly milliseconds: number }
  /** The network has no URL to ask. */
  | { readonly _tag: "NoEndpoint" }

/** A JSON-RPC call that gave no result. `host` is the last one asked, empty where none was. */
export class RpcError extends Data.TaggedError("RpcError")<{
  readonly method: string
  readonly host: string
  readonly reason: RpcReason
}> {}
