import { isSettled } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { guardError } from "../failure/CliError.ts"
import { confirmReview } from "../operations/confirmReview.ts"
import { requireEntry } from "../payments/matchesEntry.ts"
import { getStateTitle, printEntry, toReceiptFields } from "../payments/receipt.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openForTracking } from "../session/openForTracking.ts"
import { requireReadableLedger } from "../session/readableLedger.ts"
import type { EngineCommand } from "./Command.ts"
import { getEntryNetwork } from "./watch.ts"

const word = "forget"

/** Gives up an unsettled request, so that the same payment can be made again. The user confirms the risk. */
export const forget = (
  { confirm, what }: Extract<CommandPlan, { _tag: "Forget" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    yield* requireReadableLedger(context.folder)
    context.output.state("connecting")
    const engine = yield* openForTracking(context)
    const { ledger } = yield* engine.flows
    const entries = () => SubscriptionRef.getUnsafe(ledger.entries)
    const entry = yield* requireEntry(ledger, what)
    if (isSettled(entry.state))
      return yield* guardError(
        "This transaction is settled already, so there is nothing to give up.",
        `To see it: wmodal watch ${what}`,
      )
    const network = getEntryNetwork(engine, entry)
    const warning = {
      label: `It may still be mined, and paying again could pay twice. Type ${word} to give it up`,
      matches: (text: string) => text.trim() === word,
      error: guardError(
        "It may still be mined, and paying again could pay twice.",
        `First try wmodal watch ${what}. To give it up: --confirm ${what}`,
      ),
    }
    yield* confirmReview(
      context,
      { yes: confirm.includes(what) },
      confirm.includes(what) ? [] : [warning],
      async () =>
        (await import("../views/renderFacts.tsx")).renderFacts(
          getStateTitle(entry),
          toReceiptFields(entry, network),
        ),
    )
    yield* ledger.forget(entry.id)
    // It has no hash any more.
    yield* printEntry(context, entries().find(({ id }) => id === entry.id) ?? entry, network)
  })
