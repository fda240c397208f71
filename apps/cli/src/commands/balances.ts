import { getReadReason, type Holding, type HoldingsState } from "@wmodal/core/flows"
import { formatAmount, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { notConnectedError } from "../failure/CliError.ts"
import { formatDecimal, toExactAmount } from "../payments/paymentDocument.ts"
import type { Context } from "../session/Context.ts"
import { openReadOnly } from "../session/openSession.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"

/** Prints the balances. When only a part could be fetched, that part is printed and the command fails. */
export const balances = (context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { output, prompts } = context
    const { engine } = yield* openReadOnly(context)
    const facts = yield* getConnectionFacts(engine)
    const { holdings } = yield* engine.flows
    yield* prompts.during("Loading the balances", holdings.refresh)
    const state = SubscriptionRef.getUnsafe(holdings.state)
    if (state._tag === "Disconnected" || state._tag === "Loading") return yield* notConnectedError()
    const isComplete = state._tag === "Held" && state.unsupported !== true
    if (state._tag === "Held" || state.holdings.length > 0) {
      yield* output.result({
        state: "balances",
        json: {
          account: facts.account,
          address: facts.address,
          network: facts.network,
          ...(isComplete ? { complete: true } : { complete: false, reason: getIncompleteReason(state) }),
          ...(state._tag === "Held" && {
            stale: state.stale,
            source: state.source,
            usd: formatDecimal(state.total),
          }),
          balances: state.holdings.map(toBalanceDocument),
        },
        lines: state.holdings.map(
          ({ balance, token }) => `${formatAmount(balance, token.decimals)} ${token.symbol}`,
        ),
        drawn: async () => (await import("../views/BalanceList.tsx")).renderBalanceList(state, facts),
      })
    }
    if (state._tag === "Unavailable") return yield* Effect.fail(state.problem)
    if (!isComplete) output.info("No server lists the tokens of this network. Only its currency is shown.")
  })

const getIncompleteReason = (state: HoldingsResult) =>
  state._tag === "Unavailable" ? getReadReason(state.problem) : "notSupported"

export type HoldingsResult = Extract<HoldingsState, { readonly _tag: "Held" | "Unavailable" }>

const toBalanceDocument = ({ balance, price, token, value }: Holding) => ({
  type: token.address === null ? "NATIVE" : "TOKEN",
  name: token.name,
  ...toExactAmount(balance, token),
  price: formatDecimal(price),
  usd: formatDecimal(value),
})
