import { Data } from "effect"
import type { HttpReason, Malformed } from "./Http.ts"
import type { RpcErrorResponse } from "./JsonRpc.ts"
import type { BatchRefused } from "./JsonRpcBatch.ts"
import type { NotAttempted } from "./Retry.ts"

/** The reason why a JSON-RPC call returned no result. */
export type RpcReason =
  | HttpReason
  /** The node returned a JSON-RPC error. */
  | RpcErrorResponse
  /** Not JSON, not an object, a wrong id, or neither result nor error. */
  | Malformed
  | BatchRefused
  | NotAttempted
  /** The network has no URL. */
  | { readonly _tag: "NoEndpoint" }

/**
 * A JSON-RPC call without a result. `host` is the last one requested, empty when no request was sent.
 * The text names host and method and at most 200 characters of the node's message, never parameters or project ids.
 */
export class RpcError extends Data.TaggedError("RpcError")<{
  readonly method: string
  readonly host: string
  readonly reason: RpcReason
  /** True with `Answered` if a node may have run an earlier attempt of the call, whose answer was lost. */
  readonly mayHaveRun?: boolean
}> {
  override get message() {
    return `${this.method}: ${describeReason(this.reason, this.host)}`
  }
}

/**
 * Returns whether a node says by an error that it has no such transaction or receipt, in place of `null`. What misses
 * a block, a state or a method is another error.
 */
export const isNotFound = (reason: RpcReason): boolean =>
  reason._tag === "Answered" &&
  /^(?:(?:the )?(?:transaction|tx|receipt)(?: receipt)?(?: with hash)?(?: "?0x[0-9a-f]{1,64}"?)? (?:was |is )?)?not found\.?$/i.test(
    reason.text,
  )

const describeReason = (reason: RpcReason, host: string): string => {
  switch (reason._tag) {
    case "Answered":
      return `${host} returned error ${reason.code}: ${reason.text.slice(0, 200)}`
    case "Status":
      return `HTTP status code: ${reason.status} from ${host}`
    case "Unreachable":
      return `no response from ${host}: ${reason.detail}`
    case "Redirected":
      return `${host} redirects${reason.to && ` to ${reason.to}`}, which is not followed`
    case "Malformed":
      return `${host} sent an invalid JSON-RPC response: ${reason.detail}`
    case "BatchRefused":
      return `${host} rejects batches of ${reason.size} requests`
    case "TooLarge":
      return `${host} sent more than ${reason.limit} bytes`
    case "TimedOut":
      return `no response from ${host} in ${reason.milliseconds} ms`
    case "BackedOff":
      return `requests to ${host} are paused until ${new Date(reason.until).toISOString()}`
    case "BudgetExhausted":
      return "the request budget of this call is used up"
    case "NoEndpoint":
      return "no RPC URL is configured for this network"
  }
}
