import {
  type Approval,
  type ApprovalRequest,
  type DevWallet,
  devConnector,
  type Signer,
} from "@wmodal/chains/dev"
import type { ConnectionState, Engine } from "@wmodal/core"
import { Effect, SubscriptionRef } from "effect"
import { CliError } from "../failure/CliError.ts"
import { readOwnNetworks } from "../settings/ownNetworks.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { openWallet, origin, watchOnly } from "../wallet/openWallet.ts"
import type { Context } from "./Context.ts"
import { withLedger } from "./ledgerFile.ts"
import { openEngine } from "./openEngine.ts"
import { type SessionState, stage } from "./SessionFile.ts"

export const notConnected = new CliError({ reason: { _tag: "NotConnected" } })

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

/** The session of an earlier `connect`, taken up. */
export interface OpenSession {
  readonly settings: Settings
  readonly engine: Engine
  readonly wallet: DevWallet
  readonly connected: Connected
  /** Makes what this command has changed last. Until then nothing of it is written. */
  readonly save: Effect.Effect<void, CliError>
}

/** The connected state of whichever namespace is. */
export const connectedOf = (engine: Engine): Connected | null =>
  Object.values(SubscriptionRef.getUnsafe(engine.connection.state)).find(
    (state) => state._tag === "Connected",
  ) ?? null

const rememberedWallet = Effect.fnUntraced(function* ({ folder, session }: Context) {
  const { wallet } = yield* attemptState(folder, session.state)
  return wallet ?? (yield* notConnected)
})

export type RememberedWallet = NonNullable<SessionState["wallet"]>

/**
 * Fails with `NotConnected`, or with the reason why the session could not be taken up.
 * With `--network`, the session is then on that network, for this run alone.
 */
export const openSession = Effect.fnUntraced(function* (
  context: Context,
  wants: {
    /** Opens the key, or does not: looking needs none. */
    readonly signer: (remembered: RememberedWallet) => Effect.Effect<Signer, CliError>
    readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  },
) {
  const { folder, output, session } = context
  const remembered = yield* rememberedWallet(context)
  const settings = yield* settingsOf(context)
  const staged = stage(session.state().entries)
  const entries = withLedger(staged.entries, folder)
  const wallet = yield* openWallet({
    signer: yield* wants.signer(remembered),
    settings,
    snapshot: remembered.snapshot,
    features: { smartAccount: remembered.smartAccount === true },
    // What could not be written down must not leave.
    approve: (request) =>
      Effect.suspend(() => (entries.kept() ? wants.approve(request) : Effect.succeed<Approval>("decline"))),
  })
  const engine = yield* openEngine({
    settings,
    entries,
    connectors: [devConnector({ wallet, origin })],
    warn: output.debug,
  })
  if (settings.network !== null) yield* engine.networks.switchTo(settings.network.caipNetworkId)
  const connected = connectedOf(engine)
  if (connected === null) return yield* whyNot(engine)
  const save = attemptState(folder, () =>
    session.update({
      entries: staged.result(),
      wallet: { ...remembered, snapshot: wallet.snapshot() },
      world: worldOf(settings),
    }),
  )
  const open: OpenSession = { settings, engine, wallet, connected, save }
  return open
})

/** For commands that look: the key stays closed, and whatever would need it is declined. */
export const openToLook = (context: Context) =>
  openSession(context, {
    signer: ({ address }) => Effect.succeed(watchOnly(address)),
    approve: ({ _tag }) =>
      Effect.succeed(_tag === "SwitchNetwork" || _tag === "AddNetwork" ? "approve" : "decline"),
  })

const whyNot = (engine: Engine) => {
  const states = Object.values(SubscriptionRef.getUnsafe(engine.connection.state))
  const because = states.flatMap((state) =>
    state._tag === "Disconnected" && state.because !== null ? [state.because] : [],
  )[0]
  return Effect.fail(because ?? notConnected)
}
