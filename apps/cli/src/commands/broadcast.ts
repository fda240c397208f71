import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { usageError } from "../failure/CliError.ts"
import { followSent, reportOnInterrupt } from "../payments/followEntry.ts"
import { printEntry } from "../payments/receipt.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openForTracking } from "../session/openForTracking.ts"
import { requireReadableLedger } from "../session/readableLedger.ts"
import { readStdin } from "../terminal/readInput.ts"
import type { EngineCommand } from "./Command.ts"
import { getEntryNetwork } from "./watch.ts"

/** Sends a signed transaction. A repetition is harmless, because it can be mined only once. */
export const broadcast = (
  { waiting }: Extract<CommandPlan, { _tag: "Broadcast" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts } = context
    if (facts.stdin.isTTY === true) {
      return yield* usageError("stdin contains no signed transaction.", "wmodal broadcast - < signed.txt")
    }
    const raw = (yield* readStdin(context)).trim()
    yield* requireReadableLedger(context.folder)
    output.state("connecting")
    const engine = yield* openForTracking(context)
    const { ledger } = yield* engine.flows
    const network = SubscriptionRef.getUnsafe(engine.networks.selected).caipNetworkId
    const sent = yield* prompts.during("Sending", ledger.broadcast({ network, raw }))
    reportOnInterrupt(context, sent)
    const done = yield* followSent(context, ledger, sent, { waiting })
    yield* printEntry(context, done, getEntryNetwork(engine, done))
  })
