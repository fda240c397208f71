import type { Effect } from "effect"
import type { HttpReply } from "./Http.ts"
import type { RpcReason } from "./RpcError.ts"

/** One logical read towards the nodes of a network, attempt by attempt. */
export interface ReadRequest {
  /** The name in attempt records. */
  readonly method: string
  /**
   * Returns the bodies to post, each of at most `size` requests. Called before each attempt with the outcome of the
   * previous one (`null` at first). A failure, such as an empty batch, ends the read.
   */
  readonly bodies: (
    before: RpcReadFailure | null,
    size: number,
  ) => Effect.Effect<readonly RequestBody[], RpcReason>
}

/** One HTTP request of an attempt. */
export interface RequestBody {
  /** The number of JSON-RPC requests in the body. */
  readonly size: number
  readonly text: string
  /**
   * Decodes a 2xx reply of `host`. A reason that another attempt may resolve (`Malformed`) starts the next attempt.
   */
  readonly read: (reply: HttpReply, host: string) => Effect.Effect<void, RpcReason>
}

/** A failed logical read, with the reason of the last host. */
export interface RpcReadFailure {
  /** Empty when no request was sent. */
  readonly host: string
  readonly reason: RpcReason
  /** True with `Answered` if a node may have run an earlier attempt of the call, whose answer was lost. */
  readonly mayHaveRun?: boolean
}

/** Executes a read by the shared read policy: tiers, retries, hedges, deadline, budget. */
export type ExecuteRead = (question: ReadRequest) => Effect.Effect<void, RpcReadFailure>
