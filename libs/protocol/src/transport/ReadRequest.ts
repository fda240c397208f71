import type { Effect } from "effect"
import type { HttpReply } from "./Http.ts"
import type { RpcReason } from "./RpcError.ts"

/** What is put to the nodes of one network as one logical read, attempt by attempt. */
export interface ReadRequest {
  /** What the record of each attempt calls it. */
  readonly method: string
  /**
   * What to post in bodies of at most `size` requests, asked for anew before each attempt and told what the one before
   * came to (`null` at first). A failure, such as nothing being left to ask, ends the read.
   */
  readonly bodies: (
    before: RpcReadFailure | null,
    size: number,
  ) => Effect.Effect<readonly RequestBody[], RpcReason>
}

/** One HTTP request of an attempt. */
export interface RequestBody {
  /** How many JSON-RPC requests it holds. */
  readonly size: number
  readonly text: string
  /** What a 2xx reply of `host` says. A reason that another attempt may mend (`Malformed`) leads to the next one. */
  readonly read: (reply: HttpReply, host: string) => Effect.Effect<void, RpcReason>
}

/** A logical read that gave nothing: what the last host asked said. */
export interface RpcReadFailure {
  /** Empty where nobody was asked. */
  readonly host: string
  readonly reason: RpcReason
}

/** Puts a question to the nodes by the one policy for reads: tiers, repetitions, hedges, deadline, budget. */
export type ExecuteRead = (question: ReadRequest) => Effect.Effect<void, RpcReadFailure>
