import type { Approval, ApprovalRequest } from "@wmodal/chains/dev"
import { type ConnectionState, type Engine, storedNetwork } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { type CliError, notConnected } from "../failure/CliError.ts"
import { readOwnNetworks } from "../settings/ownNetworks.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { type Keys, watchOnly } from "../wallet/Keys.ts"
import { openHeld } from "../wallet/openHeld.ts"
import type { Context } from "./Context.ts"
import { withLedger } from "./ledgerFile.ts"
import { openEngine } from "./openEngine.ts"
import { type Remembered, rememberedIn, remembering } from "./remembered.ts"
import { type Entries, type SessionState, stage } from "./SessionFile.ts"

/** What this run works with, from flags, environment, session and the person's own networks. */
export const settingsOf = Effect.fnUntraced(function* ({ facts, folder, session, shared }: Context) {
  const [world, own] = yield* attemptState(
    folder,
    () => [session.state().world, readOwnNetworks(folder)] as const,
  )
  return yield* readSettings({ shared, facts, world, own })
})

export type Connected = Extract<ConnectionState, { _tag: "Connected" }>

/** What later commands must know of these settings to meet the same networks. */
export const worldOf = ({ endpoints, projectId, rpc }: Settings): NonNullable<SessionState["world"]> => ({
  projectId,
  endpoints,
  rpc: [...rpc],
})

/** The session of earlier `connect`s, taken up: one wallet for each chain. */
export interface OpenSession {
  readonly settings: Settings
  readonly engine: Engine
  /** The chain that this command is about. */
  readonly connected: Connected
  /** Makes what this command has changed last. Until then nothing of it is written. */
  readonly save: Effect.Effect<void, CliError>
  /** The engine's own records as they are now. */
  readonly entries: () => SessionState["entries"]
}

/** The connected state of the chain that is in use: where any is connected, the engine selects a network of one. */
export const connectedOf = (engine: Engine): Connected | null => {
  const { chainNamespace } = SubscriptionRef.getUnsafe(engine.networks.selected)
  const state = SubscriptionRef.getUnsafe(engine.connection.state)[chainNamespace]
  return state?._tag === "Connected" ? state : null
}

/** Which chain a command is about: that of the network which is named, else which is selected, else the first there is. */
const inUse = (
  wallets: readonly Remembered[],
  { network, networks }: Settings,
  entries: Entries,
): Namespace | undefined => {
  const stored = storedNetwork(entries)
  const selected = network ?? networks.find(({ caipNetworkId }) => caipNetworkId === stored)
  const found = wallets.find(({ namespace }) => namespace === selected?.chainNamespace)?.namespace
  return network === null ? (found ?? wallets[0]?.namespace) : found
}

/**
 * Fails with `NotConnected`, or with the reason why the session could not be taken up.
 * With `--network`, the session is then on that network, for this run alone.
 */
export const openSession = Effect.fnUntraced(function* (
  context: Context,
  wants: {
    /** Opens the key of the chain in use, or does not: looking needs none. The other chains' stay closed in any case. */
    readonly keys: (remembered: Remembered) => Effect.Effect<Keys, CliError>
    readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  },
) {
  const { folder, output, session } = context
  const wallets = rememberedIn(yield* attemptState(folder, session.state))
  if (wallets.length === 0) return yield* notConnected()
  const settings = yield* settingsOf(context)
  const staged = stage(session.state().entries)
  const entries = withLedger(staged.entries, folder)
  const about = inUse(wallets, settings, staged.entries)
  if (about === undefined) return yield* notConnected(settings.network?.caipNetworkId ?? null)
  const held = yield* Effect.forEach(wallets, (wallet) =>
    Effect.gen(function* () {
      const keys = yield* wallet.namespace === about ? wants.keys(wallet) : Effect.succeed(watchOnly(wallet))
      const { connector, snapshot } = yield* openHeld({
        keys,
        settings,
        snapshot: wallet.snapshot,
        smartAccount: wallet.namespace === "eip155" && wallet.smartAccount === true,
        // What could not be written down must not leave.
        approve: (request) =>
          Effect.suspend(() =>
            entries.kept() ? wants.approve(request) : Effect.succeed<Approval>("decline"),
          ),
      })
      return { connector, now: (): Remembered => ({ ...wallet, snapshot: snapshot() }) }
    }),
  )
  const engine = yield* openEngine({
    settings,
    entries,
    connectors: held.map(({ connector }) => connector),
    warn: output.debug,
  })
  const states = SubscriptionRef.getUnsafe(engine.connection.state)
  if (states[about]?._tag !== "Connected") return yield* whyNot(states[about])
  if (settings.network !== null) yield* engine.networks.switchTo(settings.network.caipNetworkId)
  const connected = connectedOf(engine)
  if (connected === null) return yield* notConnected()
  const save = attemptState(folder, () =>
    session.update({
      entries: staged.result(),
      ...remembering(held.map(({ now }) => now())),
      world: worldOf(settings),
    }),
  )
  const open: OpenSession = { settings, engine, connected, save, entries: staged.result }
  return open
})

/** For commands that look: every key stays closed, and whatever would need one is declined. */
export const openToLook = (context: Context) =>
  openSession(context, {
    keys: (remembered) => Effect.succeed(watchOnly(remembered)),
    approve: ({ _tag }) =>
      Effect.succeed(_tag === "SwitchNetwork" || _tag === "AddNetwork" ? "approve" : "decline"),
  })

const whyNot = (state: ConnectionState | undefined) =>
  Effect.fail(state?._tag === "Disconnected" && state.because !== null ? state.because : notConnected())
