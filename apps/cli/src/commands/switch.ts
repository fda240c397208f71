import type { Problem } from "@wmodal/core"
import { Effect, SubscriptionRef } from "effect"
import { type CliError, config, notConnected, usage } from "../failure/CliError.ts"
import type { Plan } from "../plan/Plan.ts"
import type { Context } from "../session/Context.ts"
import { connectedIn, sharesIn } from "../session/elsewhere.ts"
import { openAlone } from "../session/openEngine.ts"
import { connectedOf, openToLook, settingsOf } from "../session/openSession.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import type { EngineCommand } from "./Command.ts"
import { typeWords, useAccount } from "./useAccount.ts"

type SwitchPlan = Extract<Plan, { _tag: "Switch" }>

/**
 * Selects a network for this and later commands, and with it its chain; the wallet of that chain goes along. Of the
 * embedded wallet also the account in use.
 */
export const switchNetwork = (plan: SwitchPlan, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { output } = context
    const { accountType } = plan
    const settings = yield* settingsOf(context)
    if (
      plan.network !== null &&
      settings.networks.every(({ caipNetworkId }) => caipNetworkId !== plan.network)
    ) {
      return yield* config(
        `The network ${plan.network} is not configured.`,
        `wmodal networks add ${plan.network} --rpc <url>`,
      )
    }
    const engine = yield* switched(plan, context, settings)
    const { caipNetworkId, name } = SubscriptionRef.getUnsafe(engine.networks.selected)
    const account = accountType === null ? null : (connectedOf(engine)?.account ?? null)
    yield* Effect.promise(() =>
      output.result({
        state: "switched",
        json: { network: caipNetworkId, name, ...(account !== null && { account, accountType }) },
        lines: [account ?? caipNetworkId],
        drawn: async (columns) =>
          (await import("../views/result.tsx")).result("Switched", [
            { label: "Network", text: `${name} (${caipNetworkId})` },
            ...(account === null || accountType === null
              ? []
              : [
                  { label: "Account", text: account.slice(account.lastIndexOf(":") + 1) },
                  { label: "Kind", text: typeWords[accountType] },
                ]),
          ])(columns),
      }),
    )
  })

const switched = Effect.fnUntraced(function* (plan: SwitchPlan, context: Context, settings: Settings) {
  const state = yield* attemptState(context.folder, context.session.state)
  const wallets = connectedIn(state)
  const namespace = plan.network?.slice(0, plan.network.indexOf(":")) ?? null
  const hasOne = namespace === null || wallets.some((wallet) => wallet.namespace === namespace)
  if (wallets.length > 0 && !hasOne) return yield* notConnected(plan.network)
  const shares = sharesIn(state)
  if (
    plan.accountType !== null &&
    shares.every(({ by, namespace }) => by !== "frame" || namespace !== "eip155")
  )
    return yield* usage(
      "Only the embedded wallet has accounts of several kinds.",
      "wmodal connect --wallet frame",
    )
  if (wallets.length === 0) return yield* alone(plan, context, settings)
  const by = shares.find((share) => share.namespace === namespace)?.by
  const reach = new Set([
    ...(by === undefined ? [] : [by]),
    ...(plan.accountType === null ? [] : ["frame" as const]),
  ])
  const { asking, engine, save } = yield* openToLook(context, [...reach])
  yield* asking.during(
    null,
    Effect.gen(function* (): Effect.gen.Return<void, Problem | CliError> {
      if (plan.network !== null) yield* engine.networks.switchTo(plan.network)
      if (plan.accountType !== null) yield* useAccount(engine, plan.accountType)
    }),
  )
  yield* save
  return engine
})

/** Nothing is connected: the next connect starts there. */
const alone = Effect.fnUntraced(function* ({ network }: SwitchPlan, context: Context, settings: Settings) {
  const { engine, save } = yield* openAlone(context, settings)
  if (network !== null) yield* engine.networks.switchTo(network)
  yield* save
  return engine
})
