import { type CaipNetworkId, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { configError, usageError } from "../failure/CliError.ts"
import type { CommandPlan, SharedOptions } from "../plan/CommandPlan.ts"
import { endpointFlags, signingFlags } from "../plan/commandFlags.ts"
import type { Context } from "../session/Context.ts"
import { openEngine } from "../session/openEngine.ts"
import { toSessionWorld } from "../session/openSession.ts"
import { withoutSharedChain } from "../session/remoteSessions.ts"
import { stageEntries } from "../session/SessionFile.ts"
import {
  mergeOtherSessions,
  type StoredWallet,
  withoutSession,
  withStoredWallet,
} from "../session/storedWallets.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { makeApprover } from "../wallet/approver.ts"
import { getWalletName, type KeySource, resolveKeySource, toPersistentSource } from "../wallet/KeySource.ts"
import type { Keys } from "../wallet/Keys.ts"
import { type OpenDevWallet, openDevWallet } from "../wallet/openDevWallet.ts"
import { openKeys } from "../wallet/openKeys.ts"
import { confirmTestKey } from "../wallet/publicTestKey.ts"
import type { EngineCommand } from "./Command.ts"
import { getConnectionFacts } from "./connectionFacts.ts"
import { reportConnected } from "./reportConnected.ts"
import { selectNetworkToConnect } from "./selectNetworkToConnect.ts"

/**
 * Connects one chain in addition to the connected ones. An earlier session of it stays until the new one is approved.
 */
export const connectKeys = (
  plan: Extract<CommandPlan, { _tag: "Connect" }>,
  settings: Settings,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session, terminal } = context
    if (!plan.yes && !terminal.asks) {
      return yield* usageError(
        "Cannot ask for approval: not a terminal. Pass --yes.",
        "Add --yes to the command.",
      )
    }
    const network = yield* selectNetworkToConnect(plan, settings, context)
    const key = (yield* resolveKeySource(plan.key, null)) ?? { kind: "test" as const, index: 0 }
    // Fails before the approval when the session cannot be written.
    yield* attemptState(folder, () => session.update({}))
    const keys = yield* openKeys(key, network.chainNamespace, context)
    const realNetworks = yield* confirmTestKey(
      keys,
      key,
      network,
      { confirm: plan.confirm, settings },
      context,
    )
    const held = yield* openDevWallet({
      keys,
      name: getWalletName(key),
      settings,
      snapshot: null,
      smartAccount: plan.smartAccount,
      approve: makeApprover(plan, context),
    })
    const earlier = session.state().entries
    // This engine has only one chain. Its result is merged with the other chains.
    const staged = stageEntries(withoutSession(earlier))
    const engine = yield* openEngine({
      settings,
      entries: staged.entries,
      connectors: [held.connector],
      warn: output.debug,
    })
    yield* engine.networks.switchTo(network.caipNetworkId)
    // A wallet connects on its selected chain, which must be the requested one.
    held.wallet.selectChain(Number(network.id))
    const { id, namespace } = held.connector
    output.state("connecting", { wallet: id, namespace })
    yield* engine.connection.connectAndWait(id, namespace)
    const { caipNetworkId } = SubscriptionRef.getUnsafe(engine.networks.selected)
    // A Bitcoin key determines its network. A test network key must not connect on mainnet.
    if (settings.network !== null && caipNetworkId !== settings.network.caipNetworkId) {
      return yield* configError(
        `The key is for ${caipNetworkId}, but you are connecting ${settings.network.caipNetworkId}.`,
        "Pass a key for that network.",
      )
    }
    yield* attemptState(folder, () =>
      session.update({
        entries: mergeOtherSessions(staged.result(), earlier),
        ...withStoredWallet(
          session.state(),
          toStoredWallet(held, { keys, key: toPersistentSource(key), plan, realNetworks }),
        ),
        ...withoutSharedChain(session.state(), keys.namespace),
        world: toSessionWorld(settings),
      }),
    )
    const facts = yield* getConnectionFacts(engine)
    yield* reportConnected(output, facts)
    if (!plan.yes)
      output.info(`Equivalent command: ${equivalentConnectKeys(plan, context.shared, facts.network)}`)
  })

const toStoredWallet = (
  { snapshot }: OpenDevWallet,
  {
    key,
    keys,
    plan,
    realNetworks,
  }: {
    readonly keys: Keys
    readonly key: KeySource
    readonly plan: Extract<CommandPlan, { _tag: "Connect" }>
    readonly realNetworks: readonly CaipNetworkId[]
  },
): StoredWallet => {
  const confirmed = realNetworks.length > 0 ? { realNetworks: [...realNetworks] } : {}
  return "signer" in keys
    ? {
        namespace: keys.namespace,
        key,
        address: keys.signer.address,
        snapshot: snapshot(),
        ...(plan.smartAccount && { smartAccount: true }),
        ...confirmed,
      }
    : {
        namespace: keys.namespace,
        key,
        addresses: keys.side.accounts[0].addresses.map(({ chains, ...rest }) => ({
          ...rest,
          chains: [...chains],
        })),
        snapshot: snapshot(),
        ...confirmed,
      }
}

const equivalentConnectKeys = (
  { key, smartAccount }: Extract<CommandPlan, { _tag: "Connect" }>,
  shared: SharedOptions,
  network: string,
): string =>
  [
    `wmodal connect --wallet ${key.keyFile === null && key.keystore === null ? "dev" : "keys"}`,
    `--network ${network}`,
    ...endpointFlags(shared),
    ...signingFlags(key),
    ...(smartAccount ? ["--smart-account"] : []),
    "--yes",
  ].join(" ")
