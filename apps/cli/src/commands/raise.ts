import type { FeeBump, SendError } from "@wmodal/core/flows"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import { runOperation } from "../operations/runOperation.ts"
import { requireEntry } from "../payments/matchesEntry.ts"
import { toExactAmount, toFeeDocument, toNativeToken } from "../payments/paymentDocument.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import type { EngineCommand } from "./Command.ts"

/** Raises the fee of a pending payment: reviews, signs and sends the replacement and follows it. */
export const raise = (
  { flags, what }: Extract<CommandPlan, { _tag: "Raise" }>,
  context: Context,
): EngineCommand =>
  runOperation(context, flags, {
    command: `wmodal raise ${what}`,
    text: "Estimating the fee",
    prepare: ({ ledger, send }) =>
      Effect.gen(function* () {
        const entry = yield* requireEntry(ledger, what)
        const review = yield* Effect.catchIf(send.raiseFee(entry.id), isNotRaisable, () => notRaisableError)
        return {
          review,
          document: toRaiseDocument(review),
          view: async () => (await import("../views/RaiseReview.tsx")).renderRaiseReview(review, entry),
          request: send.submitRaise,
        }
      }),
  })

/** True when the payment is not one whose fee can be raised. Otherwise the error says why this fee cannot. */
const isNotRaisable = ({ reason }: SendError) => reason._tag === "NotRaised" && reason.text === ""

const notRaisableError = guardError(
  "The fee of this payment cannot be raised.",
  "Only a pending Bitcoin payment can be raised, by its own account. Run wmodal activity to see it.",
)

const toRaiseDocument = ({ before, entry, fee, network }: FeeBump) => ({
  entry,
  feeBefore: toExactAmount(before, toNativeToken(network)),
  fee: toFeeDocument(fee, network),
})
