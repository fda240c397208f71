import type { FeeBump, SendError } from "@wmodal/core/flows"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import { requireApprover } from "../operations/confirmReview.ts"
import { openOperation } from "../operations/openOperation.ts"
import { runOperation, submitApproved } from "../operations/runOperation.ts"
import { requireEntry } from "../payments/matchesEntry.ts"
import { toExactAmount, toNativeToken } from "../payments/paymentDocument.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import type { EngineCommand } from "./Command.ts"

/** Raises the fee of a pending payment: reviews, signs and sends the replacement and follows it. */
export const raise = (
  { flags, what }: Extract<CommandPlan, { _tag: "Raise" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    yield* requireApprover(context, flags, `wmodal raise ${what} --yes`)
    const open = yield* openOperation(context, flags)
    const { ledger, send } = open.flows
    const entry = yield* requireEntry(ledger, what)
    const review = yield* context.prompts
      .during("Estimating the fee", send.raiseFee(entry.id))
      .pipe(Effect.catchIf(isNotRaisable, () => notRaisableError))
    yield* runOperation(
      open,
      {
        document: toRaiseDocument(review),
        view: async () => (await import("../views/RaiseReview.tsx")).renderRaiseReview(review, entry),
        submit: submitApproved(open, review, send.submitRaise(review)),
        network: review.network,
      },
      flags,
    )
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
  fee: { ...toExactAmount(fee.expected, toNativeToken(network)), most: fee.most },
})
