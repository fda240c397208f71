import type { Flows, LedgerEntry } from "@wmodal/core/flows"
import { Clock, Effect, Exit, Result, SubscriptionRef } from "effect"
import { BatchError } from "../failure/BatchError.ts"
import { usage } from "../failure/CliError.ts"
import type { Mishap } from "../failure/exitOf.ts"
import { aboutOf, reportOf } from "../failure/reportOf.ts"
import { type BatchLine, batchText, readBatch } from "../payments/BatchLine.ts"
import { type Checked, nativeBalance, objectionTo, totals, totalWorth } from "../payments/batchChecks.ts"
import { followed, handleOf } from "../payments/follow.ts"
import { reviewDocument } from "../payments/payment.ts"
import { preparePayment } from "../payments/prepare.ts"
import { makeReviewed, type Reviewed } from "../payments/Reviewed.ts"
import { receiptDocument, statusOf } from "../payments/receipt.ts"
import { refuseStop, stopsLeft, withinLimit, worst } from "../payments/stops.ts"
import { submitted } from "../payments/submit.ts"
import type { Plan, SendFlags } from "../plan/Plan.ts"
import type { Asking } from "../session/asking.ts"
import type { Context } from "../session/Context.ts"
import { openToLook } from "../session/openSession.ts"
import { keyFromStdin, onlyOneFromStdin, openToSign } from "../session/openToSign.ts"
import { inTurn } from "../state/Turn.ts"
import { readStdin } from "../terminal/readInput.ts"
import { approver } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"
import { passedAll, remember, tellProgress } from "./send.ts"

/** Payments from stdin: all of them are checked before the first is sent, then sent one after the other. */
export const sendBatch = ({ flags }: Extract<Plan, { _tag: "SendBatch" }>, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts } = context
    if (facts.stdin.isTTY === true)
      return yield* usage("The payments are missing.", "wmodal send - < payments.csv")
    // The payments are on stdin, so nobody can answer there.
    if (!flags.yes && !flags.dryRun) {
      return yield* usage(
        "Nobody can be asked about a batch: --yes.",
        "wmodal send - --dry-run < payments.csv shows it.",
      )
    }
    if (keyFromStdin(flags.key)) return yield* onlyOneFromStdin
    const lines = yield* readLines(context)
    const reviewed = makeReviewed(approver(flags, context))
    output.state("connecting")
    const { asking, engine } = yield* flags.dryRun
      ? openToLook(context)
      : openToSign(context, {
          key: flags.key,
          yes: flags.yes,
          reviewed,
          signed: () => output.state("signed"),
        })
    const flows = yield* engine.flows
    const checked = yield* prompts.during("Checking every payment", checkAll(flows, lines, flags))
    for (const { line, review } of checked)
      output.state("quote", { line: line.line, ...reviewDocument(review) })
    if (flags.dryRun) return yield* printDry(checked, flags, context)
    yield* payAll(flows, checked, { reviewed, asking, flags, context })
  })

const readLines = Effect.fnUntraced(function* (context: Context) {
  const read = readBatch(yield* readStdin(context))
  if (Result.isSuccess(read)) return read.success
  const { line, message } = read.failure
  return yield* new BatchError({ line, mishap: usage(message, "amount,token,to per line."), sent: 0 })
})

const nothingSent =
  (line: number) =>
  (mishap: Mishap): BatchError =>
    new BatchError({ line, mishap, sent: 0 })

const checkAll = Effect.fnUntraced(function* (flows: Flows, lines: readonly BatchLine[], flags: SendFlags) {
  const read = yield* Effect.forEach(
    lines,
    (line) => Effect.map(Effect.result(preparePayment(flows, line)), (result) => ({ line, result })),
    { concurrency: 4 },
  )
  const checked: Checked[] = []
  for (const { line, result } of read) {
    if (Result.isFailure(result)) return yield* nothingSent(line.line)(result.failure)
    checked.push({ line, review: result.success })
  }
  const holdings = SubscriptionRef.getUnsafe(flows.holdings.state)
  const objection = objectionTo(checked, {
    native: nativeBalance(checked, holdings._tag === "Held" ? holdings.holdings : []),
    entries: SubscriptionRef.getUnsafe(flows.ledger.entries),
    confirm: flags.confirm,
    now: yield* Clock.currentTimeMillis,
  })
  if (objection !== null) return yield* nothingSent(objection.line)(objection.mishap)
  yield* withinLimit(totalWorth(checked), flags.maxUsd)
  if (flags.dryRun) return checked
  for (const { line, review } of checked) {
    const [stop] = worst(stopsLeft(review.stops, flags.confirm))
    if (stop !== undefined) return yield* nothingSent(line.line)(refuseStop(stop))
  }
  return checked
})

interface Around {
  readonly reviewed: Reviewed
  readonly asking: Asking
  readonly flags: SendFlags
  readonly context: Context
}

interface Paid extends Checked {
  readonly entry: LedgerEntry
}

/** Whichever way it ends, what was sent is said, and what remains. */
const payAll = Effect.fnUntraced(function* (flows: Flows, checked: readonly Checked[], around: Around) {
  const paid: Paid[] = []
  const pay = Effect.forEach(
    checked,
    (one, at) =>
      payOne(flows, one, at, { ...around, left: (entry) => noted(paid, { ...one, entry }) }).pipe(
        Effect.mapError((mishap) => new BatchError({ line: one.line.line, mishap, sent: paid.length })),
      ),
    { discard: true },
  )
  yield* Effect.onExit(pay, (exit) => {
    const failure = Exit.isFailure(exit) ? Exit.findErrorOption(exit) : null
    return printRun(
      checked,
      paid.map((one) => ({ ...one, entry: latest(flows, one.entry) })),
      {
        failed: Exit.isFailure(exit),
        why: failure !== null && failure._tag === "Some" ? failure.value : null,
      },
      around.context,
    )
  })
})

const noted = (paid: Paid[], one: Paid): void => {
  const at = paid.findIndex(({ line }) => line.line === one.line.line)
  paid.splice(at < 0 ? paid.length : at, 1, one)
}

const latest = ({ ledger }: Flows, entry: LedgerEntry): LedgerEntry =>
  SubscriptionRef.getUnsafe(ledger.entries).find(({ id }) => id === entry.id) ?? entry

const payOne = Effect.fnUntraced(function* (
  flows: Flows,
  { line, review: first }: Checked,
  at: number,
  { asking, context, flags, left, reviewed }: Around & { readonly left: (entry: LedgerEntry) => void },
) {
  const { output, prompts } = context
  const { amount, holding, to } = first
  // What went before has changed balances, and time the fees.
  const review = at === 0 ? first : yield* flows.send.prepare({ holding, amount, to })
  const [stop] = worst(stopsLeft(review.stops, flags.confirm))
  if (stop !== undefined && at > 0) return yield* refuseStop(stop)
  output.state("approval", { line: line.line })
  reviewed.say(review)
  const heard = (entry: LedgerEntry) => {
    left(entry)
    remember(context, entry)
  }
  const entry = yield* asking.during(
    `Line ${line.line}: sending`,
    inTurn(
      context.folder,
      submitted(flows.send.submit(review, passedAll(review)), {
        taken: reviewed.taken,
        left: heard,
        standing: () => asking.standing(flows.ledger),
        withdraw: asking.withdraw,
      }),
    ),
  )
  const done = yield* prompts.during(
    `Line ${line.line}: waiting for its block`,
    followed(flows.ledger, entry, flags.waiting, (now) => {
      heard(now)
      tellProgress(context, { line: line.line })(now)
    }),
  )
  left(done)
  if (done.state._tag === "Confirmed") output.state("confirmed", { line: line.line, hash: done.state.hash })
})

const about = aboutOf({ _tag: "SendBatch" })

/** Whether nothing was paid, and nothing can come of it any more. */
const isUnpaid = ({ entry }: Paid): boolean =>
  /^(Declined|NotSent|Reverted|Replaced|Cancelled|Expired)$/.test(entry.state._tag)

const printRun = (
  checked: readonly Checked[],
  attempted: readonly Paid[],
  { failed, why }: { readonly failed: boolean; readonly why: BatchError | null },
  { output }: Context,
) => {
  const sent = attempted.filter((one) => !isUnpaid(one))
  const remaining = checked
    .map(({ line }) => line)
    .filter(({ line }) => sent.every((one) => one.line.line !== line))
  return Effect.promise(() =>
    output.result({
      state: failed ? "stopped" : "done",
      json: {
        sent: sent.map(({ entry, line, review }) => ({ line: line.line, ...receiptDocument(review, entry) })),
        failed: why === null ? null : { line: why.line, ...reportOf(why.mishap, about) },
        remaining,
      },
      lines: failed
        ? rest(sent, remaining, why)
        : sent.map(({ entry, line }) => `${line.line}\t${statusOf(entry)}\t${handleOf(entry)}`),
      drawn: async (columns) =>
        (await import("../views/BatchList.tsx")).batchList({ sent, remaining, total: totals(sent) })(columns),
    }),
  )
}

/** A batch again, to be read by the next run: what was sent is a comment, what remains is not. */
const rest = (
  sent: readonly Paid[],
  remaining: readonly BatchLine[],
  why: BatchError | null,
): readonly string[] => [
  ...sent.map(({ entry, line }) => `# line ${line.line}: ${statusOf(entry)} ${handleOf(entry)}`),
  ...(why === null
    ? []
    : [`# line ${why.line}: ${reportOf(why.mishap, about).message.replaceAll(/\s+/g, " ")}`]),
  ...batchText(remaining).split("\n"),
]

const printDry = (checked: readonly Checked[], { confirm }: SendFlags, { output }: Context) =>
  Effect.promise(() =>
    output.result({
      state: "done",
      json: {
        dryRun: true,
        payments: checked.map(({ line, review }) => ({ line: line.line, ...reviewDocument(review) })),
      },
      lines: checked.map(({ line, review }) =>
        [
          line.line,
          line.amount,
          review.holding.token.symbol,
          review.to.address,
          ...worst(stopsLeft(review.stops, confirm)).map(({ _tag }) => _tag),
        ].join("\t"),
      ),
      drawn: async (columns) =>
        (await import("../views/BatchList.tsx")).batchList({
          sent: [],
          remaining: checked.map(({ line }) => line),
          stops: checked.flatMap(({ line, review }) =>
            worst(stopsLeft(review.stops, confirm)).map(
              (stop) => `Line ${line.line}: ${reportOf(refuseStop(stop), about).message}`,
            ),
          ),
          total: totals(checked),
        })(columns),
    }),
  )
