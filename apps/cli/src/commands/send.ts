import type { LedgerEntry, SendReview } from "@wmodal/core/flows"
import { Effect, Record } from "effect"
import type { OpenOperation } from "../operations/openOperation.ts"
import { runOperation } from "../operations/runOperation.ts"
import { completeArguments, requireApprovable } from "../operations/typedArguments.ts"
import { equivalentCommand } from "../payments/equivalentCommand.ts"
import { toReviewDocument } from "../payments/paymentDocument.ts"
import {
  findLinkServer,
  omitCarried,
  preparePayment,
  refreshReview,
  toPaymentParams,
} from "../payments/preparePayment.ts"
import { toReceiptDocument, toReceiptFields } from "../payments/receipt.ts"
import { makePaymentDuplicateCheck } from "../payments/unsettledDuplicates.ts"
import { getTags, toPaymentPrompts } from "../payments/warnings.ts"
import type { CommandPlan, SendFlags } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { EngineCommand } from "./Command.ts"

const usage = "wmodal send <amount> <token> <to>"

/** Prepares, reviews, signs, sends and follows one payment. */
export const send = (
  { flags, payment: typed }: Extract<CommandPlan, { _tag: "Send" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const server = findLinkServer(typed)
    if (server !== null) {
      const { sendServerPayment } = yield* Effect.promise(() => import("./sendServerPayment.ts"))
      return yield* sendServerPayment(server, flags, context)
    }
    const open = omitCarried(typed)
    yield* requireApprovable(context, open, flags, `${usage} --yes`)
    const labels = { amount: "Amount", token: "Token", to: "To" }
    const asked = Record.filter(labels, (_, name) => Object.keys(open).includes(name))
    const payment = toPaymentParams(
      yield* completeArguments(context, open, asked, "wmodal send 1.5 USDC 0x…"),
    )
    yield* runOperation(context, flags, {
      command: usage,
      text: "Preparing the payment",
      prepare: (flows) =>
        Effect.map(preparePayment(flows, payment), (review) => ({
          review,
          worth: review.fiat,
          document: toReviewDocument(review),
          duplicates: makePaymentDuplicateCheck(review),
          warnings: toPaymentPrompts(review, flags.confirm),
          view: async () =>
            (await import("../views/PaymentReview.tsx")).renderPaymentReview(review, getTitle(flags)),
          refresh: (open: OpenOperation) => refreshReview(open, review),
          request: (latest: SendReview) => flows.send.submit(latest, getTags(review.stops)),
          toDocument: (done: LedgerEntry) => toReceiptDocument(review, done),
          ...(flags.signOnly && { instead: (open: OpenOperation) => signWithoutSending(open, review) }),
          equivalent: equivalentCommand(payment, review, { flags, shared: context.shared }),
        })),
    })
  })

const getTitle = ({ dryRun, signOnly }: SendFlags): string => {
  if (dryRun) return "Dry run: nothing was signed"
  return signOnly ? "Sign this payment" : "Send this payment"
}

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
