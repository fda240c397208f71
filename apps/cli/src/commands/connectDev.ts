import { Effect, SubscriptionRef } from "effect"
import { config, usage } from "../failure/CliError.ts"
import type { Plan, Shared } from "../plan/Plan.ts"
import { keyTyped, worldTyped } from "../plan/typedFlags.ts"
import type { Context } from "../session/Context.ts"
import { withoutShare } from "../session/elsewhere.ts"
import { openEngine } from "../session/openEngine.ts"
import { worldOf } from "../session/openSession.ts"
import { besideOthers, type Remembered, rememberingAlso, withoutSession } from "../session/remembered.ts"
import { stage } from "../session/SessionFile.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { approver } from "../wallet/approver.ts"
import { type KeySource, keySource, lasting } from "../wallet/KeySource.ts"
import type { Keys } from "../wallet/Keys.ts"
import { type Held, openHeld } from "../wallet/openHeld.ts"
import { openKeys } from "../wallet/openKeys.ts"
import type { EngineCommand } from "./Command.ts"
import { factsOf } from "./factsOf.ts"
import { networkToConnect } from "./networkToConnect.ts"
import { tellConnected } from "./tellConnected.ts"

/** Connects one chain, beside those that are. An earlier session of it stays as it is until the new one is approved. */
export const connectDev = (
  plan: Extract<Plan, { _tag: "Connect" }>,
  settings: Settings,
  context: Context,
): EngineCommand =>
  Effect.gen(function* () {
    const { folder, output, session, terminal } = context
    if (!plan.yes && !terminal.asks) {
      return yield* usage("Nobody is here to approve: --yes.", "wmodal connect --wallet dev --yes")
    }
    const network = yield* networkToConnect(plan, settings, context)
    const key = (yield* keySource(plan.key, null)) ?? { kind: "test" as const, index: 0 }
    // Found out now, before anybody approves what would then be lost.
    yield* attemptState(folder, () => session.update({}))
    const keys = yield* openKeys(key, network.chainNamespace, context)
    const held = yield* openHeld({
      keys,
      settings,
      snapshot: null,
      smartAccount: plan.smartAccount,
      approve: approver(plan, context),
    })
    const earlier = session.state().entries
    // Of the other chains this engine knows nothing: what comes of it is put beside them.
    const staged = stage(withoutSession(earlier))
    const engine = yield* openEngine({
      settings,
      entries: staged.entries,
      connectors: [held.connector],
      warn: output.debug,
    })
    yield* engine.networks.switchTo(network.caipNetworkId)
    // A wallet that is asked connects where it is; this one is where the person is.
    held.wallet.selectChain(Number(network.id))
    const { id, namespace } = held.connector
    output.state("connecting", { wallet: id, namespace })
    yield* engine.connection.connectAndWait(id, namespace)
    const { caipNetworkId } = SubscriptionRef.getUnsafe(engine.networks.selected)
    // A key of Bitcoin says itself which network it is for: nobody who meant the test network is on the main one.
    if (settings.network !== null && caipNetworkId !== settings.network.caipNetworkId) {
      return yield* config(
        `The key is of ${caipNetworkId}, and ${settings.network.caipNetworkId} is to be connected.`,
        "Name a key of that network.",
      )
    }
    yield* attemptState(folder, () =>
      session.update({
        entries: besideOthers(staged.result(), earlier),
        ...rememberingAlso(session.state(), rememberedOf(held, { keys, key: lasting(key), plan })),
        ...withoutShare(session.state(), keys.namespace),
        world: worldOf(settings),
      }),
    )
    const facts = yield* factsOf(engine)
    yield* tellConnected(output, facts)
    if (!plan.yes) output.say(`The same in one line: ${oneLine(plan, context.shared, facts.network)}`)
  })

const rememberedOf = (
  { snapshot }: Held,
  {
    key,
    keys,
    plan,
  }: { readonly keys: Keys; readonly key: KeySource; readonly plan: Extract<Plan, { _tag: "Connect" }> },
): Remembered =>
  keys.namespace === "eip155"
    ? {
        namespace: keys.namespace,
        key,
        address: keys.signer.address,
        snapshot: snapshot(),
        ...(plan.smartAccount && { smartAccount: true }),
      }
    : {
        namespace: keys.namespace,
        key,
        addresses: keys.side.accounts[0].addresses.map(({ chains, ...rest }) => ({
          ...rest,
          chains: [...chains],
        })),
        snapshot: snapshot(),
      }

const oneLine = (
  { key, smartAccount }: Extract<Plan, { _tag: "Connect" }>,
  shared: Shared,
  network: string,
): string =>
  [
    "wmodal connect --wallet dev",
    `--network ${network}`,
    ...worldTyped(shared),
    ...keyTyped(key),
    ...(smartAccount ? ["--smart-account"] : []),
    "--yes",
  ].join(" ")
