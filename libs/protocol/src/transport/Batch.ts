import type { Effect } from "effect"
import type { HttpReply } from "./Http.ts"
import type { RpcReason } from "./RpcError.ts"

/** What is put to the nodes of one network as one logical read, attempt by attempt. */
export interface Question<A> {
  /** What the record of each attempt calls it. */
  readonly method: string
  /** The JSON to post, asked for anew before each attempt. */
  readonly body: () => string
  /** What a 2xx reply says. A reason that another attempt may mend (`Malformed`) leads to the next one. */
  readonly read: (reply: HttpReply) => Effect.Effect<A, RpcReason>
}

/** A logical read that gave nothing: what the last host asked said. */
export interface NotRead {
  /** Empty where nobody was asked. */
  readonly host: string
  readonly reason: RpcReason
}

/** Puts a question to the nodes by the one policy for reads: tiers, repetitions, hedges, deadline, budget. */
export type Ask = <A>(question: Question<A>) => Effect.Effect<A, NotRead>

/** One logical read on its way into a batch. */
export interface Member {
  readonly method: string
  readonly params: readonly unknown[] | undefined
  /**
   * Takes one request off the budget of the logical call that this is part of, and says whether there was one left.
   * To be called for each attempt that the member travels in; a member whose call has none left leaves the batch.
   */
  readonly charge: () => boolean
}
