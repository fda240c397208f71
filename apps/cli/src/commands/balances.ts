import type { Holding, HoldingsState } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { notConnected } from "../failure/CliError.ts"
import { decimalText, exact } from "../payments/payment.ts"
import type { Context } from "../session/Context.ts"
import { openToLook } from "../session/openSession.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"

/** What the account holds. Where only a part could be read, that part is printed, and the command still fails. */
export const balances = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts } = context
    const { engine } = yield* openToLook(context)
    const facts = yield* factsOf(engine)
    const { holdings } = yield* engine.flows
    yield* prompts.during("Reading the balances", holdings.refresh)
    const state = SubscriptionRef.getUnsafe(holdings.state)
    if (state._tag === "Disconnected" || state._tag === "Loading") return yield* notConnected()
    if (state._tag === "Held" || state.holdings.length > 0) {
      yield* Effect.promise(() =>
        output.result({
          state: "balances",
          json: {
            account: facts.account,
            address: facts.address,
            network: facts.network,
            complete: state._tag === "Held",
            ...(state._tag === "Held" && {
              stale: state.stale,
              source: state.source,
              usd: decimalText(state.total),
            }),
            balances: state.holdings.map(row),
          },
          lines: state.holdings.map(
            ({ balance, token }) => `${formatAmount(balance, token.decimals)} ${token.symbol}`,
          ),
          drawn: async (columns) =>
            (await import("../views/BalanceList.tsx")).balanceList(state, facts)(columns),
        }),
      )
    }
    if (state._tag === "Unavailable") return yield* Effect.fail(state.problem)
  })

export type ReadHoldings = Extract<HoldingsState, { readonly _tag: "Held" | "Unavailable" }>

const row = ({ balance, price, token, value }: Holding) => ({
  type: token.address === null ? "NATIVE" : "TOKEN",
  name: token.name,
  ...exact(balance, token),
  price: decimalText(price),
  usd: decimalText(value),
})
