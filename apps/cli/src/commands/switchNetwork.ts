import { typedAccountNamespace } from "@wmodal/chains"
import type { Problem } from "@wmodal/core"
import { SubscriptionRef, toNamespace, toPlainAddress } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, configError, notConnectedError, usageError } from "../failure/CliError.ts"
import type { CommandPlan } from "../plan/CommandPlan.ts"
import type { Context } from "../session/Context.ts"
import { openWithoutWallet } from "../session/openEngine.ts"
import { getActiveConnection, loadSettings, openReadOnly } from "../session/openSession.ts"
import { getConnectedChains, getSharedChains } from "../session/remoteSessions.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { drawFacts } from "../views/drawFacts.ts"
import type { EngineCommand } from "./Command.ts"
import { accountTypeLabels, switchAccount } from "./switchAccount.ts"

type SwitchPlan = Extract<CommandPlan, { _tag: "Switch" }>

/**
 * Selects a network and its chain for this and later commands and switches that chain's wallet. Also switches the
 * embedded wallet's account.
 */
export const switchNetwork = (plan: SwitchPlan, context: Context): EngineCommand =>
  Effect.gen(function* () {
    const { output } = context
    const { accountType } = plan
    const settings = yield* loadSettings(context)
    if (
      plan.network !== null &&
      settings.networks.every(({ caipNetworkId }) => caipNetworkId !== plan.network)
    ) {
      return yield* configError(
        `The network ${plan.network} is not configured.`,
        `wmodal networks add ${plan.network} --rpc <url>`,
      )
    }
    const engine = yield* switchConnected(plan, context, settings)
    const { caipNetworkId, name } = SubscriptionRef.getUnsafe(engine.networks.selected)
    const account = accountType === null ? null : (getActiveConnection(engine)?.account ?? null)
    yield* output.result({
      state: "switched",
      json: { network: caipNetworkId, name, ...(account !== null && { account, accountType }) },
      lines: [account ?? caipNetworkId],
      drawn: drawFacts("Switched", [
        { label: "Network", text: `${name} (${caipNetworkId})` },
        ...(account === null || accountType === null
          ? []
          : [
              { label: "Account", text: toPlainAddress(account) },
              { label: "Type", text: accountTypeLabels[accountType] },
            ]),
      ]),
    })
  })

const switchConnected = Effect.fnUntraced(function* (plan: SwitchPlan, context: Context, settings: Settings) {
  const state = yield* attemptState(context.folder, context.session.state)
  const wallets = getConnectedChains(state)
  const namespace = plan.network === null ? null : toNamespace(plan.network)
  const hasOne = namespace === null || wallets.some((wallet) => wallet.namespace === namespace)
  if (wallets.length > 0 && !hasOne) return yield* notConnectedError(plan.network)
  const shares = getSharedChains(state)
  if (
    plan.accountType !== null &&
    shares.every(({ by, namespace }) => by !== "frame" || namespace !== typedAccountNamespace)
  )
    return yield* usageError(
      "Only the embedded wallet has several account types.",
      "wmodal connect --wallet frame",
    )
  if (wallets.length === 0) return yield* switchWithoutWallet(plan, context, settings)
  const by = shares.find((share) => share.namespace === namespace)?.by
  const reach = new Set([
    ...(by === undefined ? [] : [by]),
    ...(plan.accountType === null ? [] : ["frame" as const]),
  ])
  const { approvalChannel, engine, save } = yield* openReadOnly(context, {
    reach: [...reach],
    switchesTo: plan.network,
  })
  yield* approvalChannel.during(
    null,
    Effect.gen(function* (): Effect.gen.Return<void, Problem | CliError> {
      if (plan.network !== null) yield* engine.networks.switchTo(plan.network)
      if (plan.accountType !== null) yield* switchAccount(engine, plan.accountType)
    }),
  )
  yield* save
  return engine
})

/** Selects a network without a connection, for the next connect. */
const switchWithoutWallet = Effect.fnUntraced(function* (
  { network }: SwitchPlan,
  context: Context,
  settings: Settings,
) {
  const { engine, save } = yield* openWithoutWallet(context, settings)
  if (network !== null) yield* engine.networks.switchTo(network)
  yield* save
  return engine
})
