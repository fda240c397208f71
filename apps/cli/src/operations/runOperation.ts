import type { Ledger, LedgerEntry } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import { Effect, Exit, Fiber } from "effect"
import type { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitName.ts"
import type { ApprovalGrant, ApprovedAction } from "../payments/ApprovalGrant.ts"
import { followSent, type ProgressFields, reportOnInterrupt } from "../payments/followEntry.ts"
import { printEntry, toEntryDocument } from "../payments/receipt.ts"
import { type DuplicateCheck, refuseUnsettledDuplicate } from "../payments/unsettledDuplicates.ts"
import type { WaitLimits } from "../plan/CommandPlan.ts"
import type { LiveLine } from "../prompts/Prompts.ts"
import type { ApprovalChannel } from "../session/approvalChannel.ts"
import type { Context } from "../session/Context.ts"
import { withLock } from "../state/ProcessLock.ts"
import type { LazyView } from "../terminal/Output.ts"
import { confirmReview, type WarningPrompt } from "./confirmReview.ts"
import type { OpenOperation } from "./openOperation.ts"

/** A reviewed operation, before the user's approval. */
export interface ReviewedOperation {
  /** All facts that a signer needs. */
  readonly document: ProgressFields
  readonly view: LazyView
  readonly warnings?: readonly WarningPrompt[]
  readonly duplicates?: DuplicateCheck
  /** The fields of each state, such as the step. */
  readonly fields?: ProgressFields
  /** The reason why a script may not approve it. */
  readonly refusal?: CliError | null
  /** The status of the review, shown below the prompt. */
  readonly live?: LiveLine
}

/** Prints a review and prompts for it. An equal request that an earlier run left unsettled is refused. */
export const approveOperation = Effect.fnUntraced(function* (
  open: OpenOperation,
  { document, duplicates, fields = {}, live, refusal = null, view, warnings = [] }: ReviewedOperation,
  flags: { readonly yes: boolean; readonly confirm?: readonly string[] },
) {
  const { output } = open.context
  output.state("quote", { ...fields, ...document })
  if (refusal !== null) return yield* refusal
  if (duplicates !== undefined) yield* refuseUnsettledDuplicate(open, duplicates, flags.confirm)
  yield* confirmReview(open.context, flags, warnings, view, live)
  output.state("approval", fields)
})

/** What a request to the wallet needs of an open operation. */
interface Submitter {
  readonly approvalChannel: Pick<ApprovalChannel, "findPendingEntry" | "withdraw">
  readonly context: Pick<Context, "interruptReport">
  readonly flows: { readonly ledger: Pick<Ledger, "entries"> }
  readonly reviewed: Pick<ApprovalGrant, "grant" | "isConsumed">
}

/** Milliseconds for a wallet to process the withdrawal. */
const withdrawTimeoutMs = 2_000

/**
 * Sends the approved action to the wallet. When interrupted before the wallet has used the approval, nothing is sent;
 * after it, the response is awaited, so that every sent request is reported.
 */
export const submitApproved = <E>(
  { approvalChannel, context, flows, reviewed }: Submitter,
  approved: ApprovedAction | null,
  request: Effect.Effect<LedgerEntry, E>,
  onSent = (entry: LedgerEntry) => reportOnInterrupt(context, entry),
): Effect.Effect<LedgerEntry, E> =>
  Effect.uninterruptibleMask((restore) =>
    Effect.gen(function* () {
      if (approved !== null) reviewed.grant(approved)
      const asking = yield* Effect.forkChild(Effect.interruptible(request), { startImmediately: true })
      const leave = Effect.gen(function* () {
        if (reviewed.isConsumed()) {
          const exit = yield* Fiber.await(asking)
          if (Exit.isSuccess(exit)) onSent(exit.value)
          return
        }
        // A remote wallet may still send it after this process stops waiting.
        const pending = approvalChannel.findPendingEntry(flows.ledger)
        if (pending !== null) onSent(pending)
        // The ledger records the request as declined.
        if (approvalChannel.withdraw !== null)
          yield* Effect.andThen(
            approvalChannel.withdraw,
            Effect.timeoutOption(Fiber.await(asking), withdrawTimeoutMs),
          )
        yield* Fiber.interrupt(asking)
      })
      return yield* restore(Fiber.join(asking)).pipe(
        Effect.tap((entry) => Effect.sync(() => onSent(entry))),
        Effect.onInterrupt(() => leave),
      )
    }),
  )

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
  operation: ReviewedOperation & {
    readonly network: Network
    readonly submit: Effect.Effect<LedgerEntry, E, R>
    /** Returns the printed result; default: the entry, and the document of the review. */
    readonly toDocument?: (done: LedgerEntry) => ProgressFields
  },
  flags: Parameters<typeof approveOperation>[2] & { readonly waiting: WaitLimits },
) {
  const { document, network, submit } = operation
  yield* approveOperation(open, operation, flags)
  const entry = yield* runInTurn(open, "Sending", submit)
  const { toDocument = (done) => ({ ...toEntryDocument(done, network), ...document }) } = operation
  yield* finishOperation(open, entry, { network, toDocument, waiting: flags.waiting })
})
