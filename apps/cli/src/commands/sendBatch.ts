import type { Flows, LedgerEntry, SendReview } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Clock, Effect, Exit, Option, Result } from "effect"
import { BatchError, lineError } from "../failure/BatchError.ts"
import { usageError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { formatWatchCommand, getFailureContext, toReport } from "../failure/toReport.ts"
import { type OpenOperation, openOperation } from "../operations/openOperation.ts"
import { runInTurn, submitApproved } from "../operations/runOperation.ts"
import { type BatchLine, formatBatch, formatPayment, parseBatch } from "../payments/BatchLine.ts"
import {
  type CheckedPayment,
  findLineError,
  findObjection,
  formatTotals,
  isUnclear,
  wasPaid,
} from "../payments/batchChecks.ts"
import { followSent, getCurrentEntry, getHandle, reportOnInterrupt } from "../payments/followEntry.ts"
import { sumDecimals, toReviewDocument } from "../payments/paymentDocument.ts"
import { preparePayment } from "../payments/preparePayment.ts"
import { getStatus, toReceiptDocument } from "../payments/receipt.ts"
import {
  getTags,
  getWorstWarnings,
  requireWithinLimit,
  toPaymentPrompts,
  unconfirmedWarnings,
} from "../payments/warnings.ts"
import type { CommandPlan, SendFlags } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { isKeyFromStdin, singleStdinError } from "../session/openForSigning.ts"
import { readStdin } from "../terminal/readInput.ts"
import type { EngineCommand } from "./Command.ts"

/** Sends payments from stdin: checks all of them first, then sends them in order. */
export const sendBatch = (
  { flags }: Extract<CommandPlan, { _tag: "SendBatch" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts } = context
    if (facts.stdin.isTTY === true)
      return yield* usageError("stdin contains no payments.", "wmodal send - < payments.csv")
    // The payments use stdin, so no prompt is possible.
    if (!flags.yes && !flags.dryRun) {
      return yield* usageError(
        "A batch cannot ask about each payment. Pass --yes.",
        "Review it first: wmodal send - --dry-run < payments.csv",
      )
    }
    if (isKeyFromStdin(flags.key)) return yield* singleStdinError
    const lines = yield* Effect.fromResult(parseBatch(yield* readStdin(context)))
    const open = yield* openOperation(context, flags)
    const { flows } = open
    const checked = yield* prompts.during("Checking all payments", checkAll(flows, lines, flags))
    for (const { line, review } of checked)
      output.state("quote", { line: line.line, ...toReviewDocument(review) })
    if (flags.dryRun) return yield* printDryRun(checked, flags, context)
    yield* payAll(checked, { open, flags })
  })

/** Prepares every payment, and fails at the first line that cannot be paid. */
const checkAll = Effect.fnUntraced(function* (flows: Flows, lines: readonly BatchLine[], flags: SendFlags) {
  const prepare = (line: BatchLine) =>
    Effect.map(Effect.result(preparePayment(flows, line)), (result) => ({ line, result }))
  const checked: CheckedPayment[] = []
  // All are prepared, so that the first failure is that of the first line.
  for (const { line, result } of yield* Effect.forEach(lines, prepare, { concurrency: 4 })) {
    if (Result.isFailure(result)) return yield* lineError(line.line, result.failure)
    checked.push({ line, review: result.success })
  }
  const objection = findObjection(checked, {
    entries: SubscriptionRef.getUnsafe(flows.ledger.entries),
    confirm: flags.confirm,
    now: yield* Clock.currentTimeMillis,
  })
  if (objection !== null) return yield* objection
  yield* requireWithinLimit(sumDecimals(checked.map(({ review }) => review.fiat)), flags.maxUsd)
  if (flags.dryRun) return checked
  const unconfirmed = findLineError(checked, ({ review }) => findUnconfirmed(review, flags))
  return unconfirmed === null ? checked : yield* unconfirmed
})

/** Returns the error of the first warning that no `--confirm` names. */
const findUnconfirmed = (review: SendReview, { confirm }: SendFlags) =>
  toPaymentPrompts(review, confirm)[0]?.error ?? null

interface BatchDeps {
  readonly open: OpenOperation
  readonly flags: SendFlags
}

interface AttemptedPayment extends CheckedPayment {
  readonly entry: LedgerEntry
}

/** Sends the payments and always reports the sent and the remaining ones. */
const payAll = Effect.fnUntraced(function* (checked: readonly CheckedPayment[], deps: BatchDeps) {
  const { context, flows } = deps.open
  /** By line, in the order of the batch. */
  const attempts = new Map<number, AttemptedPayment>()
  const pay = Effect.forEach(
    checked,
    (one, at) => {
      const { line } = one.line
      return payOne(one, at, { ...deps, left: (entry) => attempts.set(line, { ...one, entry }) }).pipe(
        Effect.mapError((itemError) => new BatchError({ line, itemError, sent: attempts.size })),
      )
    },
    { discard: true },
  )
  yield* Effect.onExit(pay, (exit) => {
    const paid = Array.from(attempts.values(), (one) => ({
      ...one,
      entry: getCurrentEntry(flows.ledger, one.entry),
    })).filter(({ entry }) => wasPaid(entry))
    const unclear = paid.filter(({ entry }) => isUnclear(entry))
    const sent = paid.filter((one) => !unclear.includes(one))
    return printRun(checked, { sent, unclear }, exit, context)
  })
})

const payOne = Effect.fnUntraced(function* (
  { line: { line }, review: first }: CheckedPayment,
  at: number,
  { flags, left, open }: BatchDeps & { readonly left: (entry: LedgerEntry) => void },
) {
  const { context, flows } = open
  const { amount, holding, to } = first
  // Earlier payments changed the balances, and fees change with time.
  const review = at === 0 ? first : yield* flows.send.prepare({ holding, amount, to })
  const unconfirmed = findUnconfirmed(review, flags)
  if (unconfirmed !== null && at > 0) return yield* unconfirmed
  context.output.state("approval", { line })
  const onChange = (entry: LedgerEntry) => {
    left(entry)
    reportOnInterrupt(context, entry)
  }
  const request = flows.send.submit(review, getTags(review.stops))
  const submitting = submitApproved(open, review, request, onChange)
  const entry = yield* runInTurn(open, `Line ${line}: sending`, submitting)
  const done = yield* followSent(context, flows.ledger, entry, {
    waiting: flags.waiting,
    fields: { line },
    onChange,
    text: `Line ${line}: waiting for confirmation`,
  })
  left(done)
  if (done.state._tag === "Confirmed") context.output.state("confirmed", { line, hash: done.state.hash })
})

const toAttemptDocument = ({ entry, line, review }: AttemptedPayment) => ({
  line: line.line,
  ...toReceiptDocument(review, entry),
})

const toBatchReport = (error: ItemError) => toReport(error, getFailureContext({ _tag: "SendBatch" }))

const printRun = (
  checked: readonly CheckedPayment[],
  {
    sent,
    unclear,
  }: { readonly sent: readonly AttemptedPayment[]; readonly unclear: readonly AttemptedPayment[] },
  exit: Exit.Exit<unknown, BatchError>,
  { output }: Context,
) => {
  const attempted = new Set([...sent, ...unclear].map(({ line }) => line))
  // Surely unpaid: a line that is unclear could be paid twice.
  const remaining = checked.flatMap(({ line }) => (attempted.has(line) ? [] : [line]))
  const why = Option.getOrNull(Exit.findErrorOption(exit))
  const failed = why === null ? null : { line: why.line, ...toBatchReport(why.itemError) }
  return output.result({
    state: Exit.isFailure(exit) ? "stopped" : "done",
    json: {
      sent: sent.map(toAttemptDocument),
      unclear: unclear.map(toAttemptDocument),
      failed,
      remaining,
    },
    lines: Exit.isSuccess(exit)
      ? sent.map(({ entry, line }) => `${line.line}\t${getStatus(entry)}\t${getHandle(entry)}`)
      : // The batch for the next run: sent payments as comments, remaining ones as lines.
        [
          ...sent.map(({ entry, line }) => `# line ${line.line}: ${getStatus(entry)} ${getHandle(entry)}`),
          ...unclear.map(
            ({ entry, line }) =>
              `# line ${line.line} is unclear and not below (${formatWatchCommand(getHandle(entry))}): ${formatPayment(line)}`,
          ),
          ...(failed === null ? [] : [`# line ${failed.line}: ${failed.message.replaceAll(/\s+/g, " ")}`]),
          ...formatBatch(remaining).split("\n"),
        ],
    drawn: async () =>
      (await import("../views/BatchList.tsx")).renderBatchList({
        sent,
        unclear,
        remaining,
        total: formatTotals(sent),
      }),
  })
}

const printDryRun = (checked: readonly CheckedPayment[], { confirm }: SendFlags, { output }: Context) =>
  output.result({
    state: "done",
    json: {
      dryRun: true,
      payments: checked.map(({ line, review }) => ({ line: line.line, ...toReviewDocument(review) })),
    },
    lines: checked.map(({ line, review }) =>
      [
        line.line,
        line.amount,
        review.holding.token.symbol,
        review.to.address,
        ...getWorstWarnings(unconfirmedWarnings(review.stops, confirm)).map(({ _tag }) => _tag),
      ].join("\t"),
    ),
    drawn: async () =>
      (await import("../views/BatchList.tsx")).renderBatchList({
        sent: [],
        remaining: checked.map(({ line }) => line),
        stops: checked.flatMap(({ line, review }) =>
          toPaymentPrompts(review, confirm).map(
            ({ error }) => `Line ${line.line}: ${toBatchReport(error).message}`,
          ),
        ),
        total: formatTotals(checked),
      }),
  })
