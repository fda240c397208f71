import { Effect } from "effect"
import { config, notConnected } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { openAlone } from "../session/openEngine.ts"
import { openToLook, settingsOf } from "../session/openSession.ts"
import { connectedIn, sharesIn } from "../session/phone.ts"
import { attemptState } from "../state/attemptState.ts"
import type { EngineCommand } from "./Command.ts"

/** Selects a network for this and later commands, and with it its chain; the wallet of that chain goes along. */
export const switchNetwork = (plan: Extract<Plan, { _tag: "Switch" }>, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session } = context
    const settings = yield* settingsOf(context)
    const network = settings.networks.find(({ caipNetworkId }) => caipNetworkId === plan.network)
    if (network === undefined) {
      return yield* config(
        `The network ${plan.network} is not configured.`,
        `wmodal networks add ${plan.network} --rpc <url>`,
      )
    }
    const state = yield* attemptState(folder, session.state)
    const wallets = connectedIn(state)
    const hasOne = wallets.some(({ namespace }) => namespace === network.chainNamespace)
    if (wallets.length > 0 && !hasOne) return yield* notConnected(plan.network)
    const isOnPhone = sharesIn(state).some(({ namespace }) => namespace === network.chainNamespace)
    yield* wallets.length > 0 ? inSession(plan, context, isOnPhone) : alone(plan, context)
    yield* Effect.promise(() =>
      output.result({
        state: "switched",
        json: { network: plan.network, name: network.name },
        lines: [plan.network],
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result("Switched", [
            { label: "Network", text: `${network.name} (${network.caipNetworkId})` },
          ])(columns),
      }),
    )
  })

const inSession = ({ network }: Extract<Plan, { _tag: "Switch" }>, context: Context, isOnPhone: boolean) =>
  Effect.gen(function* () {
    const { asking, engine, save } = yield* openToLook(context, isOnPhone ? "always" : "never")
    yield* asking.during(null, engine.networks.switchTo(network))
    yield* save
  })

/** Nothing is connected: the next connect starts there. */
const alone = ({ network }: Extract<Plan, { _tag: "Switch" }>, context: Context) =>
  Effect.gen(function* () {
    const { engine, save } = yield* openAlone(context, yield* settingsOf(context))
    yield* engine.networks.switchTo(network)
    yield* save
  })
