import type { Flows, LedgerEntry, SendReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import type { Failure } from "../failure/exitName.ts"
import type { RaiseFlags } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { requireApprover } from "./confirmReview.ts"
import { openOperation } from "./openOperation.ts"
import { type ReviewedOperation, runOperation, submitApproved } from "./runOperation.ts"

interface PreparedTransaction<E> extends Pick<ReviewedOperation, "document" | "view"> {
  readonly review: Pick<SendReview, "account" | "network" | "fee" | "transaction">
  /** Requests it from the wallet, once. */
  readonly request: Effect.Effect<LedgerEntry, E>
}

/** Runs an operation that is one transaction without warnings: prepares, reviews, sends and follows it. */
export const runTransaction = Effect.fnUntraced(function* <E extends Failure, F extends Failure>(
  context: Context,
  flags: RaiseFlags,
  {
    command,
    prepare,
    text,
  }: {
    /** The command without its flags. */
    readonly command: string
    /** What is shown during `prepare`. */
    readonly text: string
    readonly prepare: (flows: Flows) => Effect.Effect<PreparedTransaction<E>, F>
  },
) {
  yield* requireApprover(context, flags, `${command} --yes`)
  const open = yield* openOperation(context, flags)
  const { document, request, review, view } = yield* context.prompts.during(text, prepare(open.flows))
  const submit = submitApproved(open, review, request)
  yield* runOperation(open, { document, view, submit, network: review.network }, flags)
})
