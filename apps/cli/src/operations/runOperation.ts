import type { Flows, Ledger, LedgerEntry, SendReview } from "@wmodal/core/flows"
import type { Decimal } from "@wmodal/protocol"
import { Effect, Exit, Fiber } from "effect"
import type { CliError } from "../failure/CliError.ts"
import type { Failure } from "../failure/exitName.ts"
import type { ApprovalGrant, ApprovedAction } from "../payments/ApprovalGrant.ts"
import { followSent, type ProgressFields, reportOnInterrupt } from "../payments/followEntry.ts"
import { printDryRun, printEntry, toEntryDocument } from "../payments/receipt.ts"
import { type DuplicateCheck, refuseUnsettledDuplicate } from "../payments/unsettledDuplicates.ts"
import { requireWithinLimit } from "../payments/warnings.ts"
import type { RaiseFlags, SendFlags } from "../plan/CommandPlan.ts"
import type { LiveLine } from "../prompts/Prompts.ts"
import type { ApprovalChannel } from "../session/approvalChannel.ts"
import type { Context } from "../session/Context.ts"
import { addUnreported } from "../session/unreportedEntries.ts"
import { attemptState } from "../state/attemptState.ts"
import { withLock } from "../state/ProcessLock.ts"
import type { LazyView } from "../terminal/Output.ts"
import { confirmReview, requireApprover, type WarningPrompt } from "./confirmReview.ts"
import { type OpenOperation, openOperation } from "./openOperation.ts"

/** A reviewed operation, before the user's approval. */
interface ReviewedOperation {
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
) =>
  approvalChannel.during(
    text,
    withLock(
      context.folder,
      // The look-up before the request has found one that was said to be unsent: it stays refused.
      Effect.tapError(work, (error) => {
        const earlier = findDuplicateEntry(error)
        return earlier === null
          ? Effect.void
          : attemptState(context.folder, () => addUnreported(context.folder, [earlier]))
      }),
    ),
  )

const findDuplicateEntry = (error: Failure): LedgerEntry["id"] | null =>
  (error._tag === "SendError" || error._tag === "SwapError") && error.reason._tag === "Duplicate"
    ? error.reason.entry
    : null

/** What an operation is, once its review is prepared. */
interface PreparedOperation<Review, E, F> extends ReviewedOperation {
  readonly review: Review
  /** Limited by `--max-usd`; `null` if the price is unknown. */
  readonly worth?: Decimal | null
  /** Returns the review to request, once no other process of the user sends; default: the shown one. */
  readonly refresh?: (open: OpenOperation) => Effect.Effect<Review, F>
  /** Requests it from the wallet, once. */
  readonly request: (review: Review) => Effect.Effect<LedgerEntry, E>
  /** Returns the printed result; default: the entry, and the document of the review. */
  readonly toDocument?: (done: LedgerEntry) => ProgressFields
  /** Runs in place of the request, for what is not sent. */
  readonly instead?: (open: OpenOperation) => Effect.Effect<void, E | F | CliError>
  /** The command that repeats it without a prompt. */
  readonly equivalent?: string
}

/**
 * Runs an operation that is one request: prepares its review, checks its limit, prints it and prompts for it, sends it,
 * and follows it to its result.
 */
export const runOperation = Effect.fnUntraced(function* <
  Review extends Pick<SendReview, "account" | "network" | "fee" | "transaction">,
  E extends Failure,
  F extends Failure,
>(
  context: Context,
  flags: RaiseFlags & Partial<Pick<SendFlags, "dryRun" | "maxUsd" | "confirm">>,
  {
    command,
    prepare,
    text,
  }: {
    /** The command without its flags. */
    readonly command: string
    /** What is shown during `prepare`. */
    readonly text: string
    readonly prepare: (flows: Flows) => Effect.Effect<PreparedOperation<Review, E, F>, F>
  },
) {
  const { dryRun = false, maxUsd = null, waiting, yes } = flags
  yield* requireApprover(context, { yes: yes || dryRun }, `${command} --yes`)
  const open = yield* openOperation(context, flags)
  const operation = yield* context.prompts.during(text, prepare(open.flows))
  const { document, request, review } = operation
  const { network } = review
  yield* requireWithinLimit(operation.worth ?? null, maxUsd)
  if (dryRun) return yield* printDryRun(context, document, operation.view)
  yield* approveOperation(open, operation, flags)
  if (operation.instead !== undefined) yield* operation.instead(open)
  else {
    const refreshed = operation.refresh?.(open) ?? Effect.succeed(review)
    const submit = Effect.flatMap(refreshed, (latest) => submitApproved(open, latest, request(latest)))
    const entry = yield* runInTurn(open, "Sending", submit)
    const { toDocument = (done) => ({ ...toEntryDocument(done, network), ...document }) } = operation
    const done = yield* followSent(context, open.flows.ledger, entry, { waiting })
    yield* printEntry(context, done, network, toDocument(done))
  }
  if (operation.equivalent !== undefined && !yes)
    context.output.info(`Equivalent command: ${operation.equivalent}`)
})
