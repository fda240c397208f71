import type { Revocation } from "@wmodal/core/flows"
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

/** Takes an approval back: reviews, signs and sends an approval of zero and follows it. */
export const revoke = (
  { flags, what }: Extract<CommandPlan, { _tag: "Revoke" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    yield* requireApprover(context, flags, `wmodal revoke ${what} --yes`)
    const open = yield* openOperation(context, flags)
    const { approvals, ledger } = open.flows
    const entry = yield* requireEntry(ledger, what)
    if (!approvals.canRevoke(entry))
      return yield* guardError(
        "This is no approval of the connected account that is in effect.",
        "Only a confirmed approval can be taken back, by its own account and on its own network.",
      )
    const review = yield* context.prompts.during(
      "Preparing the revocation",
      approvals.prepareRevocation(entry.id),
    )
    yield* runOperation(
      open,
      {
        document: toRevocationDocument(review),
        view: async () => (await import("../views/RevocationReview.tsx")).renderRevocationReview(review),
        submit: submitApproved(open, review, approvals.revoke(review)),
        network: review.network,
      },
      flags,
    )
  })

const toRevocationDocument = ({ fee, network, spender, token }: Revocation) => ({
  allowance: toExactAmount(0n, token),
  spender,
  fee: { ...toExactAmount(fee.expected, toNativeToken(network)), most: fee.most },
})
