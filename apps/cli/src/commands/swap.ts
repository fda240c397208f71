import type { Flows, LedgerEntry, SwapReview, SwapStep, SwapWarning } from "@wmodal/core/flows"
import { Effect, Schedule } from "effect"
import { guardError, usageError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { PartialSwapError } from "../failure/PartialSwapError.ts"
import { formatWatchCommand } from "../failure/toReport.ts"
import { type ApprovalGrant, makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import { equivalentSwapCommand } from "../payments/equivalentCommand.ts"
import { followEntry, getHandle, getHash } from "../payments/followEntry.ts"
import { formatDocumentLines } from "../payments/paymentDocument.ts"
import { getStateTitle, toEntryDocument, toReceiptFields } from "../payments/receipt.ts"
import { makeSwapDuplicateCheck, refuseUnsettledDuplicate } from "../payments/unsettledDuplicates.ts"
import type { CommandPlan, SwapFlags, TypedSwap } from "../plan/CommandPlan.ts"
import * as value from "../plan/values.ts"
import type { ApprovalChannel } from "../session/approvalChannel.ts"
import type { Context } from "../session/Context.ts"
import { readOpenEntryIds } from "../session/openEntryIds.ts"
import { openForSigning } from "../session/openForSigning.ts"
import { openReadOnly } from "../session/openSession.ts"
import { attemptState } from "../state/attemptState.ts"
import { describeWorsening } from "../swaps/describeWorsening.ts"
import { makeSwapPreparer, type PreparedSwap, type SwapParams } from "../swaps/prepareSwap.ts"
import { submitStep } from "../swaps/submitStep.ts"
import { toSwapDocument } from "../swaps/swapDocument.ts"
import {
  getSwapWarningValue,
  matchesSwapWarningValue,
  swapWarningError,
  unconfirmedSwapWarnings,
} from "../swaps/swapWarnings.ts"
import { watchQuote } from "../swaps/watchQuote.ts"
import type { StepsDone } from "../views/SwapReview.tsx"
import { makeApprover } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"
import { declinedError, reportOnInterrupt, reportProgress } from "./send.ts"

/** Quotes, reviews, approves if needed, signs, sends and follows one swap. */
export const swap = (
  { flags, swap: typed }: Extract<CommandPlan, { _tag: "Swap" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts } = context
    if (!flags.yes && !flags.dryRun && !context.terminal.asks && isCompleteSwap(typed)) {
      return yield* usageError(
        "Cannot ask for approval: not a terminal. Pass --yes.",
        "wmodal swap <amount> <from> <to> --yes",
      )
    }
    if (flags.yes && typed.amount === "max" && flags.maxUsd === null) {
      return yield* usageError("--yes with max requires --max-usd.", "--max-usd <amount>")
    }
    const whole = yield* completeSwap(typed, context)
    const reviewed = makeApprovalGrant(makeApprover(flags, context))
    const open = yield* attemptState(context.folder, () => readOpenEntryIds(context.folder))
    const asking: { step: StepName } = { step: "swap" }
    output.state("connecting")
    const { approvalChannel: wallet, engine } = yield* flags.dryRun
      ? openReadOnly(context)
      : openForSigning(context, {
          key: flags.key,
          yes: flags.yes,
          reviewed,
          signed: () => output.state("signed", { step: asking.step }),
        })
    const flows = yield* engine.flows
    const prepare = yield* prompts.during("Looking up the tokens", makeSwapPreparer(flows, whole, flags))
    const first = yield* prompts.during("Preparing the swap", prepare)
    if (flags.dryRun) return yield* printReview(first, context)
    yield* prompts.during(
      "Checking earlier swaps",
      refuseUnsettledDuplicate(flows.ledger, makeSwapDuplicateCheck(first.review), {
        open,
        confirm: flags.confirm,
      }),
    )
    const last = yield* runSwap(first, {
      flows,
      prepare,
      reviewed,
      flags,
      context,
      currentStep: asking,
      wallet,
    })
    if (!flags.yes)
      output.info(
        `Equivalent command: ${equivalentSwapCommand(whole, last, { flags, shared: context.shared })}`,
      )
  })

const isCompleteSwap = ({ amount, from, to }: TypedSwap): boolean =>
  amount !== null && from !== null && to !== null

/** Prompts for missing values on a terminal. */
const completeSwap = Effect.fnUntraced(function* (
  { amount, from, to }: TypedSwap,
  { prompts, terminal }: Context,
) {
  const ask = (label: string, flag: string, refusal: (text: string) => string | null) =>
    terminal.asks
      ? Effect.flatMap(prompts.line({ label, refusal }), (text) =>
          text === null ? Effect.fail(declinedError) : Effect.succeed(text),
        )
      : Effect.fail(usageError(`Missing argument: <${flag}>.`, "wmodal swap 100 USDC DAI"))
  const any = () => null
  const whole: SwapParams = {
    amount: amount ?? (yield* ask("Amount", "amount", validateSwapAmount)),
    from: from ?? (yield* ask("Token to pay", "from", any)),
    to: to ?? (yield* ask("Token to receive", "to", any)),
  }
  return whole
})

const validateSwapAmount = (text: string): string | null => {
  try {
    value.parseAmountArgument(text)
    return null
  } catch {
    return "Use an amount such as 1.5, or max for the whole balance."
  }
}

type StepName = SwapStep["kind"] | "batch"

const getNextStep = ({ path, steps }: SwapReview): StepName =>
  path._tag === "Batch" ? "batch" : steps[0].kind

interface SwapDeps {
  readonly flows: Flows
  readonly prepare: Effect.Effect<PreparedSwap, ItemError>
  readonly reviewed: ApprovalGrant
  readonly flags: SwapFlags
  readonly context: Context
  readonly currentStep: { step: StepName }
  readonly wallet: ApprovalChannel
}

/** @returns the review of what was swapped. */
const runSwap = Effect.fnUntraced(function* (first: PreparedSwap, deps: SwapDeps) {
  const { context, prepare } = deps
  const start = yield* confirmStep(first, { because: null, done: [] }, deps)
  const one = start.step === "reset" ? yield* continueAfterReset(start, deps) : start
  const before: StepsDone = start.step === "reset" ? ["reset"] : []
  if (one.step !== "approve") return yield* finishSwap(one, null, deps)
  const approval = yield* awaitApprovalMined(one.entry, deps)
  reportSwapOnInterrupt(context, approval)
  const halfway = (itemError: ItemError) =>
    new PartialSwapError({ approval: getHandle(approval), stands: true, itemError: itemError })
  const two = yield* Effect.gen(function* () {
    const next = yield* context.prompts.during("Checking the swap again", awaitNextStep("approve", prepare))
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
  const { context, prepare } = deps
  reportSwapOnInterrupt(context, yield* awaitMined(entry, "reset", deps))
  const next = yield* context.prompts.during("Checking the swap again", awaitNextStep("reset", prepare))
  if (getNextStep(next.review) === "reset")
    return yield* guardError("The earlier approval is still active.", "Review it with --dry-run.")
  return yield* confirmStep(
    next,
    { because: describeWorsening(prepared.review, next.review), done: ["reset"] },
    deps,
  )
})

/** Waits for the next step: the node that reports the allowance may not have the block yet. */
const awaitNextStep = (step: StepName, prepare: SwapDeps["prepare"]) =>
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

/** Prompts until the step that is then submitted is confirmed. */
const confirmStep = Effect.fnUntraced(function* (first: PreparedSwap, beside: ReviewNotes, deps: SwapDeps) {
  const { currentStep, context, flags, flows, wallet } = deps
  const { output } = context
  let prepared = first
  let { because } = beside
  for (;;) {
    const { review, worth } = prepared
    const step = getNextStep(review)
    currentStep.step = step
    output.state("quote", { step, ...toSwapDocument(review, worth) })
    // Without a terminal, a worse result than requested cannot be confirmed.
    if (because !== null && flags.yes) return yield* guardError(because, "Review it with --dry-run.")
    const latest = yield* confirmSwapReview(prepared, { ...beside, because }, deps)
    output.state("approval", { step })
    const taken = yield* wallet.during(
      waitingLabels[step],
      submitStep(prepared, latest, {
        ...deps,
        swap: flows.swap,
        folder: context.folder,
        left: (entry) => reportSwapOnInterrupt(context, entry),
        standing: () => wallet.findPendingEntry(flows.ledger),
        withdraw: wallet.withdraw,
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

/**
 * Prompts for a step. A warning is confirmed by its value, typed or named by `--confirm`.
 * @returns the newest review.
 */
const confirmSwapReview = Effect.fnUntraced(function* (
  prepared: PreparedSwap,
  beside: ReviewNotes,
  { context: { prompts, terminal }, flags, prepare }: SwapDeps,
) {
  const { review, worth } = prepared
  const stops = unconfirmedSwapWarnings(review.stops, flags.confirm)
  const [stop] = stops
  if (stop !== undefined && (flags.yes || !terminal.asks)) return yield* swapWarningError(stop)
  if (flags.yes) return prepared
  const watched = watchQuote(prepared, prepare)
  const decision = prompts.decide(
    async () => (await import("../views/SwapReview.tsx")).renderSwapReview({ review, worth, ...beside }),
    stops.map((one) => ({
      label: getSwapTypingPrompt(one),
      refusal: (text) => (matchesSwapWarningValue(one, text) ? null : "That does not match."),
    })),
    watched.live,
  )
  if ((yield* Effect.raceFirst(decision, watched.run)) === "decline") return yield* Effect.fail(declinedError)
  return watched.latest()
})

const getSwapTypingPrompt = (stop: SwapWarning): string => `Type ${getSwapWarningValue(stop)} to swap anyway:`

/** Waits until the approval is mined, which the swap requires regardless of its own wait limits. */
const awaitApprovalMined = (entry: LedgerEntry, deps: SwapDeps) =>
  awaitMined(entry, "approve", deps).pipe(
    Effect.mapError(
      (itemError) =>
        new PartialSwapError({ approval: getHandle(entry), stands: false, itemError: itemError }),
    ),
  )

const awaitMined = (entry: LedgerEntry, step: "reset" | "approve", { context, flags, flows }: SwapDeps) =>
  context.prompts
    .during(
      "Waiting for confirmation",
      followEntry(flows.ledger, entry, { ...flags.waiting, confirmations: 1 }, (now) => {
        reportSwapOnInterrupt(context, now)
        reportProgress(context, { step })(now)
      }),
    )
    .pipe(
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
  { context, flags, flows }: SwapDeps,
) {
  const { output, prompts } = context
  const { review, worth } = prepared
  const done = yield* prompts.during(
    "Waiting for confirmation",
    followEntry(flows.ledger, entry, flags.waiting, (now) => {
      reportOnInterrupt(context, now)
      reportProgress(context, { step })(now)
    }),
  )
  yield* Effect.promise(() =>
    output.result({
      state: done.state._tag === "Confirmed" ? "confirmed" : "sent",
      json: {
        step,
        ...toEntryDocument(done, review.network),
        approval: approval === null ? null : { hash: getHash(approval.state), entry: approval.id },
        ...toSettledDocument(toSwapDocument(review, worth)),
        ...(approval !== null && { path: "twoSteps" }),
      },
      lines: [getHash(done.state) ?? done.id],
      drawn: async (columns) =>
        (await import("../views/renderFacts.tsx")).renderFacts(
          getStateTitle(done),
          toReceiptFields(done, review.network),
        )(columns),
    }),
  )
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

const printReview = ({ review, worth }: PreparedSwap, { output }: Context) =>
  Effect.promise(() =>
    output.result({
      state: "quote",
      json: { dryRun: true, ...toSwapDocument(review, worth) },
      lines: formatDocumentLines(toSwapDocument(review, worth)),
      drawn: async (columns) =>
        (await import("../views/SwapReview.tsx")).renderSwapReview({
          review,
          worth,
          because: null,
          title: "Dry run: nothing was signed",
        })(columns),
    }),
  )
