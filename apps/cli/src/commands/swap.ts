import { getHash, type LedgerEntry, type SwapReview, type SwapStep } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Schedule, Struct } from "effect"
import { guardError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { PartialSwapError } from "../failure/PartialSwapError.ts"
import { type OpenOperation, openOperation } from "../operations/openOperation.ts"
import { approveOperation, runInTurn, submitApproved } from "../operations/runOperation.ts"
import { completeArguments, requireApprovable } from "../operations/typedArguments.ts"
import { equivalentSwapCommand } from "../payments/equivalentCommand.ts"
import { followSent, getHandle, reportOnInterrupt } from "../payments/followEntry.ts"
import { toSwapOrder } from "../payments/preparePayment.ts"
import { printDryRun, printEntry, toEntryDocument } from "../payments/receipt.ts"
import { makeSwapDuplicateCheck, refuseUnsettledDuplicate } from "../payments/unsettledDuplicates.ts"
import { requireWithinLimit } from "../payments/warnings.ts"
import type { CommandPlan, SwapFlags } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { makeQuoteLine } from "../swaps/makeQuoteLine.ts"
import { getReviewing, type RequestedStep, requestStep } from "../swaps/requestStep.ts"
import { describeWorsening, toSwapDocument, toSwapPrompts } from "../swaps/swapDocument.ts"
import type { LazyView } from "../terminal/Output.ts"
import type { renderSwapReview, StepsDone } from "../views/SwapReview.tsx"
import type { EngineCommand } from "./Command.ts"

/** Quotes, reviews, approves if needed, signs, sends and follows one swap. */
export const swap = (
  { flags, swap: typed }: Extract<CommandPlan, { _tag: "Swap" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts, shared } = context
    yield* requireApprovable(context, typed, flags, "wmodal swap <amount> <from> <to> --yes")
    const labels = { amount: "Amount", from: "Token to pay", to: "Token to receive" }
    const whole = yield* completeArguments(context, typed, labels, "wmodal swap 100 USDC DAI")
    const currentStep: { step: StepName } = { step: "swap" }
    const open = yield* openOperation(context, flags, () => ({ step: currentStep.step }))
    const { flows } = open
    const looking = toSwapOrder(flows.swap, whole, flags.slippage)
    const order = yield* prompts.during("Looking up the tokens", looking)
    const review = yield* prompts.during("Preparing the swap", flows.swap.open(order))
    yield* requireWithinLimit(review.quote.amountFiat, flags.maxUsd)
    if (flags.dryRun)
      return yield* printDryRun(
        context,
        toSwapDocument(review),
        renderWith({ review, because: null, title: "Dry run: nothing was signed" }),
      )
    yield* refuseUnsettledDuplicate(open, makeSwapDuplicateCheck(review), flags.confirm)
    const last = yield* runSwap({ open, flags, currentStep })
    if (!flags.yes)
      output.info(`Equivalent command: ${equivalentSwapCommand(whole, last, { flags, shared })}`)
  })

const renderWith =
  (shown: Parameters<typeof renderSwapReview>[0]): LazyView =>
  async () =>
    (await import("../views/SwapReview.tsx")).renderSwapReview(shown)

type StepName = SwapStep["kind"] | "batch"

const getNextStep = ({ path, steps }: SwapReview): StepName =>
  path._tag === "Batch" ? "batch" : steps[0].kind

interface SwapDeps {
  readonly open: OpenOperation
  readonly flags: SwapFlags
  readonly currentStep: { step: StepName }
}

/** Runs the steps one after the other. @returns the review of what was swapped. */
const runSwap = Effect.fnUntraced(function* (deps: SwapDeps) {
  const { waiting } = deps.flags
  const { context, flows } = deps.open
  let done: StepsDone = []
  let approval: LedgerEntry | null = null
  for (;;) {
    const { entry, review, step }: ConfirmedStep = yield* Effect.mapError(
      confirmStep(done, deps),
      withApproval(approval, { stands: true }),
    )
    if (step !== "reset" && step !== "approve") {
      const sent = yield* followSent(context, flows.ledger, entry, { waiting, fields: { step } })
      const document = toSwapReceiptDocument(review, sent, { step, approval })
      yield* printEntry(context, sent, review.network, document)
      return review
    }
    const mined: LedgerEntry = yield* Effect.mapError(
      awaitMined(entry, step, deps),
      withApproval(step === "approve" ? entry : null, { stands: false }),
    )
    if (step === "approve") approval = mined
    done = [...done, step]
    yield* context.prompts.during("Checking the swap again", awaitNextStep(step, deps))
  }
})

/** Names the approval, if there is one, in the failure of what follows it. */
const withApproval =
  (approval: LedgerEntry | null, { stands }: { readonly stands: boolean }) =>
  (itemError: ItemError): ItemError | PartialSwapError =>
    approval === null ? itemError : new PartialSwapError({ approval: getHandle(approval), stands, itemError })

/** Waits for the review of the next step: the node that reports the allowance may not have the block yet. */
const awaitNextStep = (step: StepName, { open }: SwapDeps) => {
  const { review, state } = open.flows.swap
  const isSame = () => {
    const now = SubscriptionRef.getUnsafe(state)
    return now._tag === "Reviewing" && getNextStep(now.review) === step
  }
  return Effect.andThen(
    SubscriptionRef.awaitValue(state, ({ _tag }) => _tag !== "Asking" && _tag !== "Approving"),
    Effect.repeat(
      Effect.suspend(() => (isSame() ? review : Effect.void)),
      { until: () => !isSame(), times: 5, schedule: Schedule.spaced("1 second") },
    ),
  )
}

const stepLabels = {
  reset: "Revoking the earlier approval",
  approve: "Requesting the approval",
  swap: "Swapping",
  batch: "Swapping",
} as const

const repeatedStepTexts = {
  reset: "The earlier approval is still active.",
  approve: "The exchange now needs another approval.",
} as const

/** A step that the wallet was asked for. */
interface ConfirmedStep extends RequestedStep {
  readonly step: StepName
}

/** Prompts until the step that is then requested is confirmed. The quote is refreshed during the prompt. */
const confirmStep = Effect.fnUntraced(function* (done: StepsDone, { currentStep, flags, open }: SwapDeps) {
  const { swap } = open.flows
  for (;;) {
    const { review, worse } = yield* getReviewing(swap)
    const step = getNextStep(review)
    currentStep.step = step
    const repeated = done.find((one) => one === step)
    if (repeated !== undefined)
      return yield* guardError(repeatedStepTexts[repeated], "Review it with --dry-run.")
    yield* requireWithinLimit(review.quote.amountFiat, flags.maxUsd)
    const because = worse === null ? null : describeWorsening(worse, review)
    // From here on, later quotes are compared with what is shown.
    yield* swap.accept(review)
    const approving = approveOperation(
      open,
      {
        document: toSwapDocument(review),
        fields: { step },
        // Without a terminal, a worse result than requested cannot be confirmed.
        refusal: because !== null && flags.yes ? guardError(because, "Review it with --dry-run.") : null,
        warnings: toSwapPrompts(review.stops, flags.confirm),
        view: renderWith({ review, because, done }),
        live: makeQuoteLine(swap, review),
      },
      flags,
    )
    yield* flags.yes ? approving : Effect.raceFirst(approving, swap.watch)
    const requesting = requestStep(open.flows, (approved, request) =>
      submitApproved(open, approved, request, (entry) => reportSwapOnInterrupt(open.context, entry)),
    )
    const requested = yield* runInTurn(open, stepLabels[step], requesting)
    if (requested !== null) return { ...requested, step: getNextStep(requested.review) }
  }
})

/** Waits until an approval is mined, which the swap requires regardless of its own wait limits. */
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
    Effect.tap((mined) =>
      Effect.sync(() => {
        reportSwapOnInterrupt(context, mined)
        context.output.state("confirmed", { step, hash: getHash(mined.state), entry: mined.id })
      }),
    ),
  )

/** Registers the report for an interrupt. An approval alone has moved nothing. */
const reportSwapOnInterrupt = (context: Context, entry: LedgerEntry): void => {
  if (entry.subject._tag !== "Approval") return reportOnInterrupt(context, entry)
  const isRevocation = entry.subject.amount === 0n
  const unheard = entry.state._tag === "Asked" ? "may still be sent by your phone" : "may have been sent"
  const name = isRevocation ? "transaction that revokes the earlier approval" : "approval"
  const isKnown = getHash(entry.state) !== null && entry.state._tag !== "Unanswered"
  const went = isKnown ? "was sent" : unheard
  const stands = !isRevocation && entry.state._tag === "Confirmed"
  reportOnInterrupt(context, entry, {
    message: `Interrupted. The ${name} ${went}: ${getHandle(entry)}; nothing was swapped.`,
    ...(stands && { hint: "Run the same command to swap without a new approval.", retryable: true }),
  })
}

/** Converts a sent swap, its review and the approval before it to a document. */
const toSwapReceiptDocument = (
  review: SwapReview,
  sent: LedgerEntry,
  { approval, step }: { readonly approval: LedgerEntry | null; readonly step: StepName },
) => ({
  step,
  ...toEntryDocument(sent, review.network),
  approval: approval === null ? null : { hash: getHash(approval.state), entry: approval.id },
  ...Struct.pick(toSwapDocument(review), receiptKeys),
  ...(approval !== null && { path: "twoSteps" }),
})

const receiptKeys = [
  "from",
  "to",
  "minimum",
  "rate",
  "slippage",
  "impact",
  "providerFee",
  "router",
  "path",
] as const
