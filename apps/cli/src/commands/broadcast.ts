import { Effect, SubscriptionRef } from "effect"
import { usage } from "../failure/CliError.ts"
import { followed } from "../payments/follow.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { openToFollow } from "../session/openToFollow.ts"
import { provenLedger } from "../session/provenLedger.ts"
import { readStdin } from "../terminal/readInput.ts"
import type { EngineCommand } from "./Command.ts"
import { remember, tellProgress } from "./send.ts"
import { networkOf, printEntry } from "./watch.ts"

/** Sends signed bytes. Doing it again sends the same transaction, which can be in a block but once. */
export const broadcast = (
  { waiting }: Extract<Plan, { _tag: "Broadcast" }>,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { facts, output, prompts } = context
    if (facts.stdin.isTTY === true) {
      return yield* usage("The signed transaction is missing.", "wmodal broadcast - < signed.txt")
    }
    const raw = (yield* readStdin(context)).trim()
    yield* provenLedger(context.folder)
    output.state("connecting")
    const engine = yield* openToFollow(context)
    const { ledger } = yield* engine.flows
    const network = SubscriptionRef.getUnsafe(engine.networks.selected).caipNetworkId
    const sent = yield* prompts.during("Sending", ledger.broadcast({ network, raw }))
    remember(context, sent)
    const done = yield* prompts.during(
      "Waiting for its block",
      followed(ledger, sent, waiting, (now) => {
        remember(context, now)
        tellProgress(context)(now)
      }),
    )
    yield* printEntry(done, networkOf(engine, done), context)
  })
