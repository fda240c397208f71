import type { Engine, NativeBalance } from "@wmodal/core"
import { formatAmount } from "@wmodal/protocol"
import { Effect, Stream, SubscriptionRef } from "effect"
import type { Context } from "../session/Context.ts"
import { openToLook } from "../session/openSession.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"

export const balances = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { engine } = yield* openToLook(context)
    const facts = yield* factsOf(engine)
    const balance = yield* context.prompts.during("Reading the balance", nativeBalance(engine))
    if (balance._tag === "Failed") return yield* Effect.fail(balance.problem)
    const { decimals, symbol, value } = balance
    const amount = formatAmount(value, decimals)
    yield* Effect.promise(() =>
      context.output.result({
        state: "balances",
        json: {
          account: facts.account,
          address: facts.address,
          network: facts.network,
          balances: [{ type: "NATIVE", symbol, value, decimals, amount }],
        },
        lines: [`${amount} ${symbol}`],
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result("Balances", [
            { label: symbol, text: amount },
            { label: "Account", text: facts.address },
            { label: "Network", text: `${facts.networkName} (${facts.network})` },
          ])(columns),
      }),
    )
  })

/** The engine reads it by itself as soon as somebody is connected. */
const nativeBalance = (engine: Engine): Effect.Effect<Exclude<NativeBalance, { _tag: "Loading" }>> =>
  SubscriptionRef.changes(engine.account.state).pipe(
    Stream.flatMap((account) =>
      account === null || account.balance._tag === "Loading" ? Stream.empty : Stream.succeed(account.balance),
    ),
    Stream.runHead,
    Effect.flatMap(Effect.fromOption),
    Effect.orDie,
  )
