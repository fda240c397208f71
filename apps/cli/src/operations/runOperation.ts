import type { LedgerEntry } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Failure } from "../failure/exitName.ts"
import type { ApprovedAction } from "../payments/ApprovalGrant.ts"
import { submitRequest } from "../payments/submitRequest.ts"
import { type DuplicateCheck, refuseUnsettledDuplicate } from "../payments/unsettledDuplicates.ts"
import type { WaitLimits } from "../plan/CommandPlan.ts"
import { withLock } from "../state/ProcessLock.ts"
import { confirmReview, type LazyView, type WarningPrompt } from "./confirmReview.ts"
import type { OpenOperation } from "./openOperation.ts"
import { printEntry } from "./printEntry.ts"
import { followSent, type ProgressFields, reportOnInterrupt } from "./progress.ts"

/** A reviewed operation, before the user's approval. */
interface ReviewedOperation {
  /** All facts that a signer needs. */
  readonly document: ProgressFields
  readonly view: LazyView
  readonly warnings?: readonly WarningPrompt[]
  readonly duplicates?: DuplicateCheck
}

/** Prints a review and prompts for it. An equal request that an earlier run left unsettled is refused. */
export const approveOperation = Effect.fnUntraced(function* (
  { context, earlier, flows }: OpenOperation,
  { document, duplicates, view, warnings = [] }: ReviewedOperation,
  flags: { readonly yes: boolean; readonly confirm?: readonly string[] },
) {
  const { output, prompts } = context
  output.state("quote", document)
  if (duplicates !== undefined)
    yield* prompts.during(
      duplicates.progressText,
      refuseUnsettledDuplicate(flows.ledger, duplicates, { open: earlier, confirm: flags.confirm ?? [] }),
    )
  yield* confirmReview(context, flags, warnings, view)
  output.state("approval")
})

/** Sends the approved action to the wallet. Every sent request is reported, also when the command is interrupted. */
export const submitApproved = <E>(
  { approvalChannel, context, flows, reviewed }: OpenOperation,
  approved: ApprovedAction | null,
  request: Effect.Effect<LedgerEntry, E>,
  onSent = (entry: LedgerEntry) => reportOnInterrupt(context, entry),
): Effect.Effect<LedgerEntry, E> =>
  Effect.suspend(() => {
    if (approved !== null) reviewed.grant(approved)
    return submitRequest(request, {
      taken: reviewed.isConsumed,
      left: onSent,
      standing: () => approvalChannel.findPendingEntry(flows.ledger),
      withdraw: approvalChannel.withdraw,
    })
  })

/** Runs requests to the wallet while no other process of the user sends. */
export const runInTurn = <A, E extends Failure, R>(
  { approvalChannel, context }: OpenOperation,
  text: string,
  work: Effect.Effect<A, E, R>,
) => approvalChannel.during(text, withLock(context.folder, work))

/** Follows the sent request to the requested confirmations, and prints it. */
export const finishOperation = Effect.fnUntraced(function* (
  { context, flows }: OpenOperation,
  entry: LedgerEntry,
  {
    fields = {},
    network,
    toDocument,
    waiting,
  }: {
    readonly network: Network
    readonly waiting: WaitLimits
    readonly fields?: ProgressFields
    readonly toDocument: (done: LedgerEntry) => ProgressFields
  },
) {
  const done = yield* followSent(context, flows.ledger, entry, { waiting, fields })
  yield* printEntry(context, done, network, toDocument(done))
})

/** Runs one reviewed operation: prints the review, prompts for it, sends it, and follows it to its result. */
export const runOperation = Effect.fnUntraced(function* <E extends Failure, R>(
  open: OpenOperation,
  operation: ReviewedOperation &
    Parameters<typeof finishOperation>[2] & { readonly submit: Effect.Effect<LedgerEntry, E, R> },
  flags: Parameters<typeof approveOperation>[2],
) {
  yield* approveOperation(open, operation, flags)
  const entry = yield* runInTurn(open, "Sending", operation.submit)
  yield* finishOperation(open, entry, operation)
})
