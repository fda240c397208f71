import { ConnectorError } from "@wmodal/chains"
import type { Flows, LedgerEntry, RecipientWarning, SendReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import { usageError } from "../failure/CliError.ts"
import { formatWatchCommand } from "../failure/toReport.ts"
import { type ApprovalGrant, makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import { equivalentCommand } from "../payments/equivalentCommand.ts"
import { followEntry, getHandle, getHash } from "../payments/followEntry.ts"
import { formatDocumentLines, toReviewDocument } from "../payments/paymentDocument.ts"
import { type PaymentParams, preparePayment } from "../payments/preparePayment.ts"
import { getStateTitle, toReceiptDocument, toReceiptFields } from "../payments/receipt.ts"
import { refreshReview } from "../payments/refreshReview.ts"
import { submitRequest } from "../payments/submitRequest.ts"
import { makePaymentDuplicateCheck, refuseUnsettledDuplicate } from "../payments/unsettledDuplicates.ts"
import {
  getValueToType,
  getWorstWarnings,
  matchesTypedValue,
  requireWithinLimit,
  unconfirmedWarnings,
  warningError,
} from "../payments/warnings.ts"
import type { CommandPlan, SendFlags, TypedPayment } from "../plan/CommandPlan.ts"
import * as value from "../plan/values.ts"
import type { ApprovalChannel } from "../session/approvalChannel.ts"
import type { Context } from "../session/Context.ts"
import { readOpenEntryIds } from "../session/openEntryIds.ts"
import { openForSigning } from "../session/openForSigning.ts"
import { openReadOnly } from "../session/openSession.ts"
import { attemptState } from "../state/attemptState.ts"
import { withLock } from "../state/ProcessLock.ts"
import { makeApprover } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"

/** Prepares, reviews, signs, sends and follows one payment. */
export const send = (
  { flags, payment: typed }: Extract<CommandPlan, { _tag: "Send" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts } = context
    const asksNobody = flags.yes || flags.dryRun
    if (!asksNobody && !context.terminal.asks && isCompletePayment(typed)) {
      return yield* usageError(
        "Cannot ask for approval: not a terminal. Pass --yes.",
        "wmodal send <amount> <token> <to> --yes",
      )
    }
    if (flags.yes && typed.amount === "max" && flags.maxUsd === null) {
      return yield* usageError("--yes with max requires --max-usd.", "--max-usd <amount>")
    }
    const payment = yield* completePayment(typed, context)
    const reviewed = makeApprovalGrant(makeApprover(flags, context))
    const open = yield* attemptState(context.folder, () => readOpenEntryIds(context.folder))
    output.state("connecting")
    const { approvalChannel, engine } = yield* flags.dryRun
      ? openReadOnly(context)
      : openForSigning(context, {
          key: flags.key,
          yes: flags.yes,
          reviewed,
          signed: () => output.state("signed"),
        })
    const flows = yield* engine.flows
    const review = yield* prompts.during("Preparing the payment", preparePayment(flows, payment))
    yield* requireWithinLimit(review.fiat, flags.maxUsd)
    if (flags.dryRun) return yield* printReview(review, context)
    output.state("quote", toReviewDocument(review))
    yield* prompts.during(
      "Checking earlier payments",
      refuseUnsettledDuplicate(flows.ledger, makePaymentDuplicateCheck(review), {
        open,
        confirm: flags.confirm,
      }),
    )
    yield* confirmReview(review, flags, context)
    output.state("approval")
    yield* flags.signOnly
      ? signWithoutSending(flows, review, { reviewed, approvalChannel: approvalChannel, context })
      : pay(flows, review, { reviewed, approvalChannel: approvalChannel, flags, context, open })
    if (!flags.yes)
      output.info(
        `Equivalent command: ${equivalentCommand(payment, review, { flags, shared: context.shared })}`,
      )
  })

const isCompletePayment = ({ amount, to, token }: TypedPayment): boolean =>
  amount !== null && token !== null && to !== null

const example = "wmodal send 1.5 USDC 0x…"

/** Prompts for missing values on a terminal. */
const completePayment = Effect.fnUntraced(function* (
  { amount, to, token }: TypedPayment,
  { prompts, terminal }: Context,
) {
  const ask = (label: string, refusal: (text: string) => string | null) =>
    terminal.asks
      ? Effect.flatMap(prompts.line({ label, refusal }), (text) =>
          text === null ? Effect.fail(declinedError) : Effect.succeed(text),
        )
      : Effect.fail(usageError(`Missing argument: <${label.toLowerCase()}>.`, example))
  const any = () => null
  const whole: PaymentParams = {
    amount: amount ?? (yield* ask("Amount", validateAmount)),
    token: token ?? (yield* ask("Token", any)),
    to: to ?? (yield* ask("To", any)),
  }
  return whole
})

const validateAmount = (text: string): string | null => {
  try {
    value.parseAmountArgument(text)
    return null
  } catch {
    return "Use an amount such as 1.5, or max for the whole balance."
  }
}

/** The error of a declined review, equal to a decline in the wallet: the user sees one prompt. */
export const declinedError = new ConnectorError({ connectorId: "dev", reason: { _tag: "Declined" } })

/** Prompts for the payment. A warning is confirmed by its value, typed or named by `--confirm`. */
const confirmReview = Effect.fnUntraced(function* (
  review: SendReview,
  flags: SendFlags,
  { prompts, terminal }: Context,
) {
  const stops = getWorstWarnings(unconfirmedWarnings(review.stops, flags.confirm))
  const [stop] = stops
  if (stop !== undefined && (flags.yes || !terminal.asks)) return yield* warningError(stop)
  if (flags.yes) return
  const answer = yield* prompts.decide(
    async () => {
      const { renderPaymentReview } = await import("../views/PaymentReview.tsx")
      return renderPaymentReview(review, flags.signOnly ? "Sign this payment" : "Send this payment")
    },
    stops.map((one) => ({
      label: getTypingPrompt(one),
      refusal: (text) => (matchesTypedValue(one, text) ? null : "That does not match."),
    })),
  )
  if (answer === "decline") return yield* Effect.fail(declinedError)
})

const getTypingPrompt = (stop: RecipientWarning): string => {
  switch (stop._tag) {
    case "FirstTime":
      return "Type the last 6 characters of the recipient's address:"
    case "LookAlike":
      return `Type the first ${getValueToType(stop).length} characters in brackets of this address:`
    case "Burns":
      return "Type burn:"
  }
}

export const getWarningTags = ({ stops }: SendReview) => stops.map(({ _tag }) => _tag)

const printReview = (review: SendReview, { output }: Context) =>
  Effect.promise(() =>
    output.result({
      state: "quote",
      json: { dryRun: true, ...toReviewDocument(review) },
      lines: formatDocumentLines(toReviewDocument(review)),
      drawn: async (columns) =>
        (await import("../views/PaymentReview.tsx")).renderPaymentReview(
          review,
          "Dry run: nothing was signed",
        )(columns),
    }),
  )

const signWithoutSending = Effect.fnUntraced(function* (
  flows: Flows,
  review: SendReview,
  {
    approvalChannel,
    context: { output },
    reviewed,
  }: Pick<PaymentDeps, "approvalChannel" | "context" | "reviewed">,
) {
  reviewed.grant(review)
  const { entry, raw } = yield* approvalChannel.during(
    null,
    flows.send.signOnly(review, getWarningTags(review)),
  )
  yield* Effect.promise(() =>
    output.result({
      state: "signed",
      json: { ...toReceiptDocument(review, entry), raw },
      lines: [raw],
      drawn: async (columns) =>
        (await import("../views/renderFacts.tsx")).renderFacts("Signed, not sent", [
          ...toReceiptFields(entry, review.network),
          { label: "Raw", text: raw },
        ])(columns),
    }),
  )
})

/** Registers the report for an interrupt after the payment was sent. */
export const reportOnInterrupt = ({ interruptReport }: Context, entry: LedgerEntry): void => {
  const what = getHandle(entry)
  const sent = getHash(entry.state) === null ? describeUnsettled(entry) : "it was sent"
  interruptReport.set({
    code: "interrupted",
    message: `Interrupted, but ${sent}: ${what}`,
    hint: formatWatchCommand(what),
    retryable: false,
    transaction: what,
  })
}

/** Describes an unsettled payment. One that is still requested is pending on a phone. */
const describeUnsettled = ({ state }: LedgerEntry): string =>
  state._tag === "Asked" ? "your phone may still send it" : "it may have been sent"

export const reportProgress =
  ({ output }: Context, extra: Readonly<Record<string, unknown>> = {}) =>
  (entry: LedgerEntry): void => {
    const { state } = entry
    if (state._tag === "Sent") output.state("broadcast", { hash: state.hash, entry: entry.id, ...extra })
    if (state._tag === "Taken") output.state("taken", { entry: entry.id, ...extra })
    if (state._tag === "Lost") {
      output.state("lost", { entry: entry.id, ...extra })
      output.info("The response was lost. Checking the chain. Nothing is sent again.")
    }
  }

interface PaymentDeps {
  readonly reviewed: ApprovalGrant
  readonly approvalChannel: ApprovalChannel
  readonly flags: SendFlags
  readonly context: Context
  /** The ids of entries that earlier runs left unsettled. */
  readonly open: ReadonlySet<string>
}

const pay = Effect.fnUntraced(function* (
  flows: Flows,
  review: SendReview,
  { approvalChannel, context, flags, open, reviewed }: PaymentDeps,
) {
  const { folder, output, prompts } = context
  const inOurTurn = Effect.gen(function* () {
    const others = { before: open, now: yield* attemptState(folder, () => readOpenEntryIds(folder)) }
    const standing = yield* refreshReview(flows.send, review, others)
    reviewed.grant(standing)
    return yield* submitRequest(flows.send.submit(standing, getWarningTags(review)), {
      taken: reviewed.isConsumed,
      left: (sent) => reportOnInterrupt(context, sent),
      standing: () => approvalChannel.findPendingEntry(flows.ledger),
      withdraw: approvalChannel.withdraw,
    })
  })
  const entry = yield* approvalChannel.during("Sending", withLock(folder, inOurTurn))
  const done = yield* prompts.during(
    "Waiting for confirmation",
    followEntry(flows.ledger, entry, flags.waiting, (now) => {
      reportOnInterrupt(context, now)
      reportProgress(context)(now)
    }),
  )
  yield* Effect.promise(() =>
    output.result({
      state: done.state._tag === "Confirmed" ? "confirmed" : "sent",
      json: toReceiptDocument(review, done),
      lines: [getHash(done.state) ?? done.id],
      drawn: async (columns) =>
        (await import("../views/renderFacts.tsx")).renderFacts(
          getStateTitle(done),
          toReceiptFields(done, review.network),
        )(columns),
    }),
  )
})
