import type { Flows, LedgerEntry, SwapReview, SwapStep, SwapStop } from "@wmodal/core/flows"
import { Effect, Schedule } from "effect"
import { guard, usage } from "../failure/CliError.ts"
import type { Mishap } from "../failure/exitOf.ts"
import { HalfwayError } from "../failure/HalfwayError.ts"
import { watch } from "../failure/reportOf.ts"
import { followed, handleOf, hashOf } from "../payments/follow.ts"
import { refuseLeftOpen } from "../payments/leftOpen.ts"
import { documentLines } from "../payments/payment.ts"
import { makeReviewed, type Reviewed } from "../payments/Reviewed.ts"
import { entryDocument, receiptFields, titleOf } from "../payments/receipt.ts"
import type { Plan, SwapFlags, TypedSwap } from "../plan/Plan.ts"
import * as value from "../plan/values.ts"
import type { Asking } from "../session/asking.ts"
import type { Context } from "../session/Context.ts"
import { openEntries } from "../session/openEntries.ts"
import { openToLook } from "../session/openSession.ts"
import { openToSign } from "../session/openToSign.ts"
import { attemptState } from "../state/attemptState.ts"
import { alikeSwap } from "../swaps/alikeSwap.ts"
import { oneSwapLine } from "../swaps/oneSwapLine.ts"
import { type Prepared, swapInWords, type WholeSwap } from "../swaps/prepareSwap.ts"
import { swapDocument } from "../swaps/swapDocument.ts"
import { isValueOf, refuseSwapStop, swapStopsLeft, valueOf } from "../swaps/swapStops.ts"
import { takeStep } from "../swaps/takeStep.ts"
import { watchQuote } from "../swaps/watchQuote.ts"
import { worsened } from "../swaps/worsened.ts"
import type { StepsDone } from "../views/SwapReview.tsx"
import { approver } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"
import { declined, remember, tellProgress } from "./send.ts"

/** One swap: quoted, reviewed, approved where it must be, signed, sent and followed. */
export const swap = (
  { flags, swap: typed }: Extract<Plan, { _tag: "Swap" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts } = context
    if (!flags.yes && !flags.dryRun && !context.terminal.asks && isWhole(typed)) {
      return yield* usage("Nobody is here to approve: --yes.", "wmodal swap <amount> <from> <to> --yes")
    }
    if (flags.yes && typed.amount === "max" && flags.maxUsd === null) {
      return yield* usage("--yes with max needs --max-usd, or an amount.", "--max-usd <amount>")
    }
    const whole = yield* wholeSwap(typed, context)
    const reviewed = makeReviewed(approver(flags, context))
    const open = yield* attemptState(context.folder, () => openEntries(context.folder))
    const asking: { step: StepName } = { step: "swap" }
    output.state("connecting")
    const { asking: wallet, engine } = yield* flags.dryRun
      ? openToLook(context)
      : openToSign(context, {
          key: flags.key,
          yes: flags.yes,
          reviewed,
          signed: () => output.state("signed", { step: asking.step }),
        })
    const flows = yield* engine.flows
    const prepare = yield* prompts.during("Finding the tokens", swapInWords(flows, whole, flags))
    const first = yield* prompts.during("Looking at the swap", prepare)
    if (flags.dryRun) return yield* printReview(first, context)
    yield* prompts.during(
      "Looking for an earlier one",
      refuseLeftOpen(flows.ledger, alikeSwap(first.review), { open, confirm: flags.confirm }),
    )
    const last = yield* carryOut(first, { flows, prepare, reviewed, flags, context, asking, wallet })
    if (!flags.yes)
      output.say(`The same in one line: ${oneSwapLine(whole, last, { flags, shared: context.shared })}`)
  })

const isWhole = ({ amount, from, to }: TypedSwap): boolean => amount !== null && from !== null && to !== null

/** What was not typed is asked for, where somebody is there. */
const wholeSwap = Effect.fnUntraced(function* (
  { amount, from, to }: TypedSwap,
  { prompts, terminal }: Context,
) {
  const ask = (label: string, flag: string, refusal: (text: string) => string | null) =>
    terminal.asks
      ? Effect.flatMap(prompts.line({ label, refusal }), (text) =>
          text === null ? Effect.fail(declined) : Effect.succeed(text),
        )
      : Effect.fail(usage(`A value is missing: <${flag}>.`, "wmodal swap 100 USDC DAI"))
  const any = () => null
  const whole: WholeSwap = {
    amount: amount ?? (yield* ask("Amount", "amount", amountRefusal)),
    from: from ?? (yield* ask("Of which token", "from", any)),
    to: to ?? (yield* ask("For which token", "to", any)),
  }
  return whole
})

const amountRefusal = (text: string): string | null => {
  try {
    value.amount(text)
    return null
  } catch {
    return "Write it as 1.5, or max for everything there is."
  }
}

type StepName = SwapStep["kind"] | "batch"

const stepOf = ({ path, steps }: SwapReview): StepName => (path._tag === "Batch" ? "batch" : steps[0].kind)

interface Around {
  readonly flows: Flows
  readonly prepare: Effect.Effect<Prepared, Mishap>
  readonly reviewed: Reviewed
  readonly flags: SwapFlags
  readonly context: Context
  readonly asking: { step: StepName }
  readonly wallet: Asking
}

/** @returns the last look, at what was swapped. */
const carryOut = Effect.fnUntraced(function* (first: Prepared, around: Around) {
  const { context, prepare } = around
  const start = yield* confirmedStep(first, { because: null, done: [] }, around)
  const one = start.step === "reset" ? yield* afterReset(start, around) : start
  const before: StepsDone = start.step === "reset" ? ["reset"] : []
  if (one.step !== "approve") return yield* finish(one, null, around)
  const approval = yield* approvalMined(one.entry, around)
  tellLeft(context, approval)
  const halfway = (mishap: Mishap) => new HalfwayError({ approval: handleOf(approval), stands: true, mishap })
  const two = yield* Effect.gen(function* () {
    const next = yield* context.prompts.during("Looking at the swap once more", after("approve", prepare))
    if (stepOf(next.review) !== "swap")
      return yield* guard("The exchange asks for another approval.", "Look at it: --dry-run")
    const because = worsened(one.prepared.review, next.review)
    return yield* confirmedStep(next, { because, done: [...before, "approve"] }, around)
  }).pipe(Effect.mapError(halfway))
  return yield* finish(two, approval, around)
})

/** Waits until an earlier approval is taken back, and asks for what comes next. */
const afterReset = Effect.fnUntraced(function* (
  { entry, prepared }: { readonly entry: LedgerEntry; readonly prepared: Prepared },
  around: Around,
) {
  const { context, prepare } = around
  tellLeft(context, yield* mined(entry, "reset", around))
  const next = yield* context.prompts.during("Looking at the swap once more", after("reset", prepare))
  if (stepOf(next.review) === "reset")
    return yield* guard("The earlier approval is still there.", "Look at it: --dry-run")
  return yield* confirmedStep(
    next,
    { because: worsened(prepared.review, next.review), done: ["reset"] },
    around,
  )
})

/** Whoever is asked for the allowance may not have seen the block yet. */
const after = (step: StepName, prepare: Around["prepare"]) =>
  Effect.repeat(prepare, {
    until: ({ review }) => stepOf(review) !== step,
    times: 5,
    schedule: Schedule.spaced("1 second"),
  })

/** What a person is told beside the review. */
interface Beside {
  /** Why it is shown once more; `null` where it is not worse than what they said yes to. */
  readonly because: string | null
  /** What is in a block of it. */
  readonly done: StepsDone
}

const waits = {
  reset: "Taking back the earlier approval",
  approve: "Asking for the approval",
  swap: "Swapping",
  batch: "Swapping",
} as const

/** Asked until somebody has said yes to what then leaves. */
const confirmedStep = Effect.fnUntraced(function* (first: Prepared, beside: Beside, around: Around) {
  const { asking, context, flags, flows, wallet } = around
  const { output } = context
  let prepared = first
  let { because } = beside
  for (;;) {
    const { review, worth } = prepared
    const step = stepOf(review)
    asking.step = step
    output.state("quote", { step, ...swapDocument(review, worth) })
    // Nobody is there who could say yes to less than they have asked for.
    if (because !== null && flags.yes) return yield* guard(because, "Look at it: --dry-run")
    const latest = yield* decided(prepared, { ...beside, because }, around)
    output.state("approval", { step })
    const taken = yield* wallet.during(
      waits[step],
      takeStep(prepared, latest, {
        ...around,
        swap: flows.swap,
        folder: context.folder,
        left: (entry) => tellLeft(context, entry),
        standing: () => wallet.standing(flows.ledger),
        withdraw: wallet.withdraw,
      }),
    )
    prepared = taken.prepared
    if (taken._tag === "Left") {
      asking.step = stepOf(prepared.review)
      return { prepared, entry: taken.entry, step: asking.step }
    }
    because = taken.because
  }
})

/** The one question of a step. A stop is passed by its value: typed, or named by `--confirm`. @returns the newest look at it. */
const decided = Effect.fnUntraced(function* (
  prepared: Prepared,
  beside: Beside,
  { context: { prompts, terminal }, flags, prepare }: Around,
) {
  const { review, worth } = prepared
  const stops = swapStopsLeft(review.stops, flags.confirm)
  const [stop] = stops
  if (stop !== undefined && (flags.yes || !terminal.asks)) return yield* refuseSwapStop(stop)
  if (flags.yes) return prepared
  const watched = watchQuote(prepared, prepare)
  const decision = prompts.decide(
    async () => (await import("../views/SwapReview.tsx")).swapDrawn({ review, worth, ...beside }),
    stops.map((one) => ({
      label: toType(one),
      refusal: (text) => (isValueOf(one, text) ? null : "That is not it."),
    })),
    watched.live,
  )
  if ((yield* Effect.raceFirst(decision, watched.run)) === "decline") return yield* Effect.fail(declined)
  return watched.latest()
})

const toType = (stop: SwapStop): string => `Type ${valueOf(stop)} to swap all the same:`

/** The approval must be in a block before anything can be swapped, however long the swap itself is waited for. */
const approvalMined = (entry: LedgerEntry, around: Around) =>
  mined(entry, "approve", around).pipe(
    Effect.mapError((mishap) => new HalfwayError({ approval: handleOf(entry), stands: false, mishap })),
  )

const mined = (entry: LedgerEntry, step: "reset" | "approve", { context, flags, flows }: Around) =>
  context.prompts
    .during(
      "Waiting for its block",
      followed(flows.ledger, entry, { ...flags.waiting, confirmations: 1 }, (now) => {
        tellLeft(context, now)
        tellProgress(context, { step })(now)
      }),
    )
    .pipe(
      Effect.tap(({ id, state }) =>
        Effect.sync(() => context.output.state("confirmed", { step, hash: hashOf(state), entry: id })),
      ),
    )

/** What an interrupted person must know of what has left. An approval alone has moved nothing. */
const tellLeft = (context: Context, entry: LedgerEntry): void => {
  if (entry.subject._tag !== "Approval") return remember(context, entry)
  const what = handleOf(entry)
  const isAsked = entry.state._tag === "Asked"
  const unheard = isAsked ? "may still be sent by your phone" : "may have been sent"
  const went = hashOf(entry.state) === null ? unheard : "was sent"
  if (entry.subject.amount === 0n)
    return context.aftermath.set({
      code: "interrupted",
      message: `Interrupted. Taking back the earlier approval ${went}: ${what}; nothing was swapped.`,
      hint: watch(what),
      retryable: false,
      transaction: what,
    })
  const stands = entry.state._tag === "Confirmed"
  context.aftermath.set({
    code: "interrupted",
    message: `Interrupted. The approval ${went}: ${what}; nothing was swapped.`,
    hint: stands ? "The same command swaps without a new approval." : watch(what),
    retryable: stands,
    transaction: what,
  })
}

const finish = Effect.fnUntraced(function* (
  {
    entry,
    prepared,
    step,
  }: { readonly entry: LedgerEntry; readonly prepared: Prepared; readonly step: StepName },
  approval: LedgerEntry | null,
  { context, flags, flows }: Around,
) {
  const { output, prompts } = context
  const { review, worth } = prepared
  const done = yield* prompts.during(
    "Waiting for its block",
    followed(flows.ledger, entry, flags.waiting, (now) => {
      remember(context, now)
      tellProgress(context, { step })(now)
    }),
  )
  yield* Effect.promise(() =>
    output.result({
      state: done.state._tag === "Confirmed" ? "confirmed" : "sent",
      json: {
        step,
        ...entryDocument(done, review.network),
        approval: approval === null ? null : { hash: hashOf(approval.state), entry: approval.id },
        ...settledPart(swapDocument(review, worth)),
        ...(approval !== null && { path: "twoSteps" }),
      },
      lines: [hashOf(done.state) ?? done.id],
      drawn: async (columns) =>
        (await import("../views/result.tsx")).result(
          titleOf(done),
          receiptFields(done, review.network),
        )(columns),
    }),
  )
  return prepared
})

/** Of what was reviewed, that which still matters once it is done. */
const settledPart = ({
  from,
  impact,
  minimum,
  path,
  providerFee,
  rate,
  router,
  slippage,
  to,
}: ReturnType<typeof swapDocument>) => ({
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

const printReview = ({ review, worth }: Prepared, { output }: Context) =>
  Effect.promise(() =>
    output.result({
      state: "quote",
      json: { dryRun: true, ...swapDocument(review, worth) },
      lines: documentLines(swapDocument(review, worth)),
      drawn: async (columns) =>
        (await import("../views/SwapReview.tsx")).swapDrawn({
          review,
          worth,
          because: null,
          title: "Nothing was signed: a dry run",
        })(columns),
    }),
  )
