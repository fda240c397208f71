import type { FeeBump, LedgerEntry } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { guardError, usageError } from "../failure/CliError.ts"
import { makeApprovalGrant } from "../payments/ApprovalGrant.ts"
import { followEntry, getHash } from "../payments/followEntry.ts"
import { matchesEntry } from "../payments/matchesEntry.ts"
import { toExactAmount, toNativeToken } from "../payments/paymentDocument.ts"
import { getStateTitle, toEntryDocument, toReceiptFields } from "../payments/receipt.ts"
import { submitRequest } from "../payments/submitRequest.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openForSigning } from "../session/openForSigning.ts"
import { withLock } from "../state/ProcessLock.ts"
import { makeApprover } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"
import { declinedError, reportOnInterrupt, reportProgress } from "./send.ts"

/** Raises the fee of a pending payment: reviews, signs and sends the replacement and follows it. */
export const raise = (
  { flags, what }: Extract<CommandPlan, { _tag: "Raise" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts, terminal } = context
    if (!flags.yes && !terminal.asks) {
      return yield* usageError(
        "Cannot ask for approval: not a terminal. Pass --yes.",
        `wmodal raise ${what} --yes`,
      )
    }
    const reviewed = makeApprovalGrant(makeApprover(flags, context))
    output.state("connecting")
    const { approvalChannel, engine } = yield* openForSigning(context, {
      key: flags.key,
      yes: flags.yes,
      reviewed,
      signed: () => output.state("signed"),
    })
    const { ledger, send } = yield* engine.flows
    const entry = SubscriptionRef.getUnsafe(ledger.entries).find((one) => matchesEntry(one, what))
    if (entry === undefined) {
      return yield* usageError(
        `No transaction has the hash or ID ${what}.`,
        "Run wmodal activity to see hashes and IDs.",
      )
    }
    if (!send.canRaiseFee(entry)) {
      return yield* guardError(
        "The fee of this payment cannot be raised.",
        "Only a pending Bitcoin payment can be raised, by its own account. Run wmodal activity to see it.",
      )
    }
    const higher = yield* prompts.during("Estimating the fee", send.raiseFee(entry.id))
    output.state("quote", toRaiseDocument(higher))
    if (!flags.yes) {
      const answer = yield* prompts.decide(async () => {
        const { renderRaiseReview } = await import("../views/RaiseReview.tsx")
        return renderRaiseReview(higher, entry)
      }, [])
      if (answer === "decline") return yield* Effect.fail(declinedError)
    }
    output.state("approval")
    reviewed.grant(higher)
    const left = (sent: LedgerEntry) => reportOnInterrupt(context, sent)
    const standing = () => approvalChannel.findPendingEntry(ledger)
    const sent = yield* approvalChannel.during(
      "Sending",
      withLock(
        context.folder,
        submitRequest(send.submitRaise(higher), {
          taken: reviewed.isConsumed,
          left,
          standing,
          withdraw: approvalChannel.withdraw,
        }),
      ),
    )
    const done = yield* prompts.during(
      "Waiting for confirmation",
      followEntry(ledger, sent, flags.waiting, (now) => {
        left(now)
        reportProgress(context)(now)
      }),
    )
    yield* Effect.promise(() =>
      output.result({
        state: done.state._tag === "Confirmed" ? "confirmed" : "sent",
        json: { ...toEntryDocument(done, higher.network), ...toRaiseDocument(higher) },
        lines: [getHash(done.state) ?? done.id],
        drawn: async (columns) =>
          (await import("../views/renderFacts.tsx")).renderFacts(
            getStateTitle(done),
            toReceiptFields(done, higher.network),
          )(columns),
      }),
    )
  })

const toRaiseDocument = ({ before, entry, fee, network }: FeeBump) => ({
  entry,
  feeBefore: toExactAmount(before, toNativeToken(network)),
  fee: { ...toExactAmount(fee.expected, toNativeToken(network)), most: fee.most },
})
