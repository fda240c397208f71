import type { FeeRaise, LedgerEntry } from "@wmodal/core/flows"
import { Effect, SubscriptionRef } from "effect"
import { guard, usage } from "../failure/CliError.ts"
import { followed, hashOf } from "../payments/follow.ts"
import { isMeant } from "../payments/isMeant.ts"
import { exact, nativeOf } from "../payments/payment.ts"
import { makeReviewed } from "../payments/Reviewed.ts"
import { entryDocument, receiptFields, titleOf } from "../payments/receipt.ts"
import { submitted } from "../payments/submit.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { openToSign } from "../session/openToSign.ts"
import { inTurn } from "../state/Turn.ts"
import { approver } from "../wallet/approver.ts"
import type { EngineCommand } from "./Command.ts"
import { declined, remember, tellProgress } from "./send.ts"

/** Pays what waits with a higher fee: looked at, signed, sent in place of the other, and followed. */
export const raise = ({ flags, what }: Extract<Plan, { _tag: "Raise" }>, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts, terminal } = context
    if (!flags.yes && !terminal.asks) {
      return yield* usage("Nobody is here to approve: --yes.", `wmodal raise ${what} --yes`)
    }
    const reviewed = makeReviewed(approver(flags, context))
    output.state("connecting")
    const { asking, engine } = yield* openToSign(context, {
      key: flags.key,
      yes: flags.yes,
      reviewed,
      signed: () => output.state("signed"),
    })
    const { ledger, send } = yield* engine.flows
    const entry = SubscriptionRef.getUnsafe(ledger.entries).find((one) => isMeant(one, what))
    if (entry === undefined) {
      return yield* usage(`Nothing here has the hash or the id ${what}.`, "wmodal activity shows both.")
    }
    if (!send.canRaiseFee(entry)) {
      return yield* guard(
        "The fee of this payment cannot be raised from here.",
        "Only one that waits can, by the account that made it, on Bitcoin: wmodal activity shows what waits.",
      )
    }
    const higher = yield* prompts.during("Looking at the fee", send.raiseFee(entry.id))
    output.state("quote", raiseDocument(higher))
    if (!flags.yes) {
      const answer = yield* prompts.decide(async () => {
        const { raiseDrawn } = await import("../views/RaiseReview.tsx")
        return raiseDrawn(higher, entry)
      }, [])
      if (answer === "decline") return yield* Effect.fail(declined)
    }
    output.state("approval")
    reviewed.say(higher)
    const left = (sent: LedgerEntry) => remember(context, sent)
    const standing = () => asking.standing(ledger)
    const sent = yield* asking.during(
      "Sending",
      inTurn(
        context.folder,
        submitted(send.submitRaise(higher), {
          taken: reviewed.taken,
          left,
          standing,
          withdraw: asking.withdraw,
        }),
      ),
    )
    const done = yield* prompts.during(
      "Waiting for its block",
      followed(ledger, sent, flags.waiting, (now) => {
        left(now)
        tellProgress(context)(now)
      }),
    )
    yield* Effect.promise(() =>
      output.result({
        state: done.state._tag === "Confirmed" ? "confirmed" : "sent",
        json: { ...entryDocument(done, higher.network), ...raiseDocument(higher) },
        lines: [hashOf(done.state) ?? done.id],
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result(
            titleOf(done),
            receiptFields(done, higher.network),
          )(columns),
      }),
    )
  })

const raiseDocument = ({ before, entry, fee, network }: FeeRaise) => ({
  entry,
  feeBefore: exact(before, nativeOf(network)),
  fee: { ...exact(fee.expected, nativeOf(network)), most: fee.most },
})
