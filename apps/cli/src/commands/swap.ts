import type { LedgerEntry, SwapReview, SwapStep } from "@wmodal/core/flows"
import { Effect, Schedule } from "effect"
import { guardError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { PartialSwapError } from "../failure/PartialSwapError.ts"
import { formatWatchCommand } from "../failure/toReport.ts"
import { type OpenOperation, openOperation } from "../operations/openOperation.ts"
import { approveOperation, finishOperation, runInTurn, submitApproved } from "../operations/runOperation.ts"
import { makeArgumentPrompt, requireApprovable, validateAmount } from "../operations/typedArguments.ts"
import { equivalentSwapCommand } from "../payments/equivalentCommand.ts"
import { followSent, getHandle, getHash, reportOnInterrupt } from "../payments/followEntry.ts"
import { printDryRun, toEntryDocument } from "../payments/receipt.ts"
import { makeSwapDuplicateCheck, refuseUnsettledDuplicate } from "../payments/unsettledDuplicates.ts"
import type { CommandPlan, SwapFlags, TypedSwap } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { makeSwapPreparer, type PreparedSwap } from "../swaps/prepareSwap.ts"
import { submitStep } from "../swaps/submitStep.ts"
import { describeWorsening, toSwapDocument } from "../swaps/swapDocument.ts"
import { toSwapPrompts } from "../swaps/swapWarnings.ts"
import { watchQuote } from "../swaps/watchQuote.ts"
import type { StepsDone } from "../views/SwapReview.tsx"
import type { EngineCommand } from "./Command.ts"

/** Quotes, reviews, approves if needed, signs, sends and follows one swap. */
export const swap = (
  { flags, swap: typed }: Extract<CommandPlan, { _tag: "Swap" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts, shared } = context
    yield* requireApprovable(context, typed, flags, "wmodal swap <amount> <from> <to> --yes")
    const whole = yield* completeSwap(typed, context)
    const currentStep: { step: StepName } = { step: "swap" }
    const open = yield* openOperation(context, flags, () => ({ step: currentStep.step }))
    const { earlier, flows } = open
    const prepare = yield* prompts.during("Looking up the tokens", makeSwapPreparer(flows, whole, flags))
    const first = yield* prompts.during("Preparing the swap", prepare)
    if (flags.dryRun)
      return yield* printDryRun(context, toSwapDocument(first.review, first.worth), async () =>
        (await import("../views/SwapReview.tsx")).renderSwapReview({
          ...first,
          because: null,
          title: "Dry run: nothing was signed",
        }),
      )
    const duplicates = makeSwapDuplicateCheck(first.review)
    yield* prompts.during(
      duplicates.progressText,
      refuseUnsettledDuplicate(flows.ledger, duplicates, { open: earlier, confirm: flags.confirm }),
    )
    const last = yield* runSwap(first, { open, prepare, flags, currentStep })
    if (!flags.yes)
      output.info(`Equivalent command: ${equivalentSwapCommand(whole, last, { flags, shared })}`)
  })

/** Prompts for missing values on a terminal. */
const completeSwap = ({ amount, from, to }: TypedSwap, context: Context) => {
  const complete = makeArgumentPrompt(context, "wmodal swap 100 USDC DAI")
  return Effect.all({
    amount: complete("amount", amount, "Amount", validateAmount),
    from: complete("from", from, "Token to pay"),
    to: complete("to", to, "Token to receive"),
  })
}

type StepName = SwapStep["kind"] | "batch"

const getNextStep = ({ path, steps }: SwapReview): StepName =>
  path._tag === "Batch" ? "batch" : steps[0].kind

interface SwapDeps {
  readonly open: OpenOperation
  readonly prepare: Effect.Effect<PreparedSwap, ItemError>
  readonly flags: SwapFlags
  readonly currentStep: { step: StepName }
}

/** @returns the review of what was swapped. */
const runSwap = Effect.fnUntraced(function* (first: PreparedSwap, deps: SwapDeps) {
  const { context } = deps.open
  const start = yield* confirmStep(first, { because: null, done: [] }, deps)
  const one = start.step === "reset" ? yield* continueAfterReset(start, deps) : start
  const before: StepsDone = start.step === "reset" ? ["reset"] : []
  if (one.step !== "approve") return yield* finishSwap(one, null, deps)
  const approval = yield* awaitApprovalMined(one.entry, deps)
  reportSwapOnInterrupt(context, approval)
  const halfway = (itemError: ItemError) =>
    new PartialSwapError({ approval: getHandle(approval), stands: true, itemError: itemError })
  const two = yield* Effect.gen(function* () {
    const next = yield* context.prompts.during("Checking the swap again", awaitNextStep("approve", deps))
    if (getNextStep(next.review) !== "swap")
      return yield* guardError("The exchange now needs another approval.", "Review it with --dry-run.")
    const because = describeWorsening(one.prepared.review, next.review)
    return yield* confirmStep(next, { because, done: [...before, "approve"] }, deps)
  }).pipe(Effect.mapError(halfway))
  return yield* finishSwap(two, approval, deps)
})

/** Waits until an earlier approval is revoked and submits the next step. */
const continueAfterReset = Effect.fnUntraced(function* (
  { entry, prepared }: { readonly entry: LedgerEntry; readonly prepared: PreparedSwap },
  deps: SwapDeps,
) {
  const { context } = deps.open
  reportSwapOnInterrupt(context, yield* awaitMined(entry, "reset", deps))
  const next = yield* context.prompts.during("Checking the swap again", awaitNextStep("reset", deps))
  if (getNextStep(next.review) === "reset")
    return yield* guardError("The earlier approval is still active.", "Review it with --dry-run.")
  return yield* confirmStep(
    next,
    { because: describeWorsening(prepared.review, next.review), done: ["reset"] },
    deps,
  )
})

/** Waits for the next step: the node that reports the allowance may not have the block yet. */
const awaitNextStep = (step: StepName, { prepare }: SwapDeps) =>
  Effect.repeat(prepare, {
    until: ({ review }) => getNextStep(review) !== step,
    times: 5,
    schedule: Schedule.spaced("1 second"),
  })

/** The notes of a review. */
interface ReviewNotes {
  /** The reason for a repeated review; `null` when it is not worse than the confirmed one. */
  readonly because: string | null
  /** The mined steps. */
  readonly done: StepsDone
}

const waitingLabels = {
  reset: "Revoking the earlier approval",
  approve: "Requesting the approval",
  swap: "Swapping",
  batch: "Swapping",
} as const

/** Prompts until the step that is then submitted is confirmed. The quote is refreshed during the prompt. */
const confirmStep = Effect.fnUntraced(function* (first: PreparedSwap, notes: ReviewNotes, deps: SwapDeps) {
  const { currentStep, flags, open, prepare } = deps
  let prepared = first
  let { because } = notes
  for (;;) {
    const { review } = prepared
    const step = getNextStep(review)
    currentStep.step = step
    const view = { ...prepared, ...notes, because }
    const watched = watchQuote(prepared, prepare)
    const approving = approveOperation(
      open,
      {
        document: toSwapDocument(review, prepared.worth),
        fields: { step },
        // Without a terminal, a worse result than requested cannot be confirmed.
        refusal: because !== null && flags.yes ? guardError(because, "Review it with --dry-run.") : null,
        warnings: toSwapPrompts(review.stops, flags.confirm),
        view: async () => (await import("../views/SwapReview.tsx")).renderSwapReview(view),
        live: watched.live,
      },
      flags,
    )
    yield* flags.yes ? approving : Effect.raceFirst(approving, watched.run)
    const taken = yield* runInTurn(
      open,
      waitingLabels[step],
      submitStep(prepared, watched.latest(), {
        prepare,
        swap: open.flows.swap,
        submitApproved: (approved, request) =>
          submitApproved(open, approved, request, (entry) => reportSwapOnInterrupt(open.context, entry)),
      }),
    )
    prepared = taken.prepared
    if (taken._tag === "Left") {
      currentStep.step = getNextStep(prepared.review)
      return { prepared, entry: taken.entry, step: currentStep.step }
    }
    because = taken.because
  }
})

/** Waits until the approval is mined, which the swap requires regardless of its own wait limits. */
const awaitApprovalMined = (entry: LedgerEntry, deps: SwapDeps) =>
  awaitMined(entry, "approve", deps).pipe(
    Effect.mapError(
      (itemError) =>
        new PartialSwapError({ approval: getHandle(entry), stands: false, itemError: itemError }),
    ),
  )

const awaitMined = (
  entry: LedgerEntry,
  step: "reset" | "approve",
  { flags, open: { context, flows } }: SwapDeps,
) =>
  followSent(context, flows.ledger, entry, {
    waiting: { ...flags.waiting, confirmations: 1 },
    fields: { step },
    onChange: (now) => reportSwapOnInterrupt(context, now),
  }).pipe(
    Effect.tap(({ id, state }) =>
      Effect.sync(() => context.output.state("confirmed", { step, hash: getHash(state), entry: id })),
    ),
  )

/** Registers the report for an interrupt. An approval alone has moved nothing. */
const reportSwapOnInterrupt = (context: Context, entry: LedgerEntry): void => {
  if (entry.subject._tag !== "Approval") return reportOnInterrupt(context, entry)
  const what = getHandle(entry)
  const isAsked = entry.state._tag === "Asked"
  const unheard = isAsked ? "may still be sent by your phone" : "may have been sent"
  const went = getHash(entry.state) === null ? unheard : "was sent"
  if (entry.subject.amount === 0n)
    return context.interruptReport.set({
      code: "interrupted",
      message: `Interrupted. The transaction that revokes the earlier approval ${went}: ${what}; nothing was swapped.`,
      hint: formatWatchCommand(what),
      retryable: false,
      transaction: what,
    })
  const stands = entry.state._tag === "Confirmed"
  context.interruptReport.set({
    code: "interrupted",
    message: `Interrupted. The approval ${went}: ${what}; nothing was swapped.`,
    hint: stands ? "Run the same command to swap without a new approval." : formatWatchCommand(what),
    retryable: stands,
    transaction: what,
  })
}

const finishSwap = Effect.fnUntraced(function* (
  {
    entry,
    prepared,
    step,
  }: { readonly entry: LedgerEntry; readonly prepared: PreparedSwap; readonly step: StepName },
  approval: LedgerEntry | null,
  { flags, open }: SwapDeps,
) {
  const { review, worth } = prepared
  yield* finishOperation(open, entry, {
    network: review.network,
    waiting: flags.waiting,
    fields: { step },
    toDocument: (done) => ({
      step,
      ...toEntryDocument(done, review.network),
      approval: approval === null ? null : { hash: getHash(approval.state), entry: approval.id },
      ...toSettledDocument(toSwapDocument(review, worth)),
      ...(approval !== null && { path: "twoSteps" }),
    }),
  })
  return prepared
})

/** Converts a review to the fields that still matter after the swap. */
const toSettledDocument = ({
  from,
  impact,
  minimum,
  path,
  providerFee,
  rate,
  router,
  slippage,
  to,
}: ReturnType<typeof toSwapDocument>) => ({
  from,
  to,
  minimum,
  rate,
  slippage,
  impact,
  providerFee,
  router,
  path,
})
