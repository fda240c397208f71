import type { SendReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import { type OpenOperation, openOperation } from "../operations/openOperation.ts"
import { approveOperation, runOperation, submitApproved } from "../operations/runOperation.ts"
import { completeArguments, requireApprovable } from "../operations/typedArguments.ts"
import { equivalentCommand } from "../payments/equivalentCommand.ts"
import { toReviewDocument } from "../payments/paymentDocument.ts"
import { preparePayment, refreshReview } from "../payments/preparePayment.ts"
import { printDryRun, toReceiptDocument, toReceiptFields } from "../payments/receipt.ts"
import { makePaymentDuplicateCheck } from "../payments/unsettledDuplicates.ts"
import { getTags, requireWithinLimit, toRecipientPrompts } from "../payments/warnings.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { readOpenEntryIds } from "../session/openEntryIds.ts"
import { attemptState } from "../state/attemptState.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { EngineCommand } from "./Command.ts"

/** Prepares, reviews, signs, sends and follows one payment. */
export const send = (
  { flags, payment: typed }: Extract<CommandPlan, { _tag: "Send" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts, shared } = context
    yield* requireApprovable(context, typed, flags, "wmodal send <amount> <token> <to> --yes")
    const labels = { amount: "Amount", token: "Token", to: "To" }
    const payment = yield* completeArguments(context, typed, labels, "wmodal send 1.5 USDC 0x…")
    const open = yield* openOperation(context, flags)
    const { flows } = open
    const review = yield* prompts.during("Preparing the payment", preparePayment(flows, payment))
    yield* requireWithinLimit(review.fiat, flags.maxUsd)
    const document = toReviewDocument(review)
    const renderWith = (title: string) => async () =>
      (await import("../views/PaymentReview.tsx")).renderPaymentReview(review, title)
    if (flags.dryRun) return yield* printDryRun(context, document, renderWith("Dry run: nothing was signed"))
    const operation = {
      document,
      duplicates: makePaymentDuplicateCheck(review),
      warnings: toRecipientPrompts(review.stops, flags.confirm),
      view: renderWith(flags.signOnly ? "Sign this payment" : "Send this payment"),
    }
    if (flags.signOnly) {
      yield* approveOperation(open, operation, flags)
      yield* signWithoutSending(open, review)
    } else
      yield* runOperation(
        open,
        {
          ...operation,
          submit: submitPayment(open, review),
          network: review.network,
          toDocument: (done) => toReceiptDocument(review, done),
        },
        flags,
      )
    if (!flags.yes)
      output.info(`Equivalent command: ${equivalentCommand(payment, review, { flags, shared })}`)
  })

const submitPayment = (open: OpenOperation, review: SendReview) =>
  Effect.gen(function* () {
    const { context, earlier, flows } = open
    const now = yield* attemptState(context.folder, () => readOpenEntryIds(context.folder))
    const latest = yield* refreshReview(flows.send, review, { before: earlier, now })
    return yield* submitApproved(open, latest, flows.send.submit(latest, getTags(review.stops)))
  })

const signWithoutSending = Effect.fnUntraced(function* (
  { approvalChannel, context, flows, reviewed }: OpenOperation,
  review: SendReview,
) {
  reviewed.grant(review)
  const { entry, raw } = yield* approvalChannel.during(
    null,
    flows.send.signOnly(review, getTags(review.stops)),
  )
  yield* context.output.result({
    state: "signed",
    json: { ...toReceiptDocument(review, entry), raw },
    lines: [raw],
    drawn: drawFacts("Signed, not sent", [
      ...toReceiptFields(entry, review.network),
      { label: "Raw", text: raw },
    ]),
  })
})
