import type { Revocation } from "@wmodal/core/flows"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import { runOperation } from "../operations/runOperation.ts"
import { requireEntry } from "../payments/matchesEntry.ts"
import { toExactAmount, toFeeDocument } from "../payments/paymentDocument.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import type { EngineCommand } from "./Command.ts"

/** Takes an approval back: reviews, signs and sends an approval of zero and follows it. */
export const revoke = (
  { flags, what }: Extract<CommandPlan, { _tag: "Revoke" }>,
  context: Context,
): EngineCommand =>
  runOperation(context, flags, {
    command: `wmodal revoke ${what}`,
    text: "Preparing the revocation",
    prepare: ({ approvals, ledger }) =>
      Effect.gen(function* () {
        const entry = yield* requireEntry(ledger, what)
        if (!approvals.canRevoke(entry)) return yield* notRevocableError
        const review = yield* approvals.prepareRevocation(entry.id)
        return {
          review,
          document: toRevocationDocument(review),
          view: async () => (await import("../views/RevocationReview.tsx")).renderRevocationReview(review),
          request: approvals.revoke,
        }
      }),
  })

const notRevocableError = guardError(
  "This is no approval of the connected account that is in effect.",
  "Only a confirmed approval can be taken back, by its own account and on its own network.",
)

const toRevocationDocument = ({ fee, network, spender, token }: Revocation) => ({
  allowance: toExactAmount(0n, token),
  spender,
  fee: toFeeDocument(fee, network),
})
