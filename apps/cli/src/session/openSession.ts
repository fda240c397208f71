import { type ConnectionState, type Engine, type Problem, readStoredNetwork } from "@wmodal/core"
import type { Approval, ApprovalRequest } from "@wmodal/dev-wallet"
import { type CaipNetworkId, type Namespace, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { type CliError, configError, notConnectedError } from "../failure/CliError.ts"
import { readOwnNetworks } from "../settings/ownNetworks.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { getWalletName } from "../wallet/KeySource.ts"
import { type Keys, makeWatchOnlyKeys } from "../wallet/Keys.ts"
import { openDevWallet } from "../wallet/openDevWallet.ts"
import { requireNetworkOfKey } from "../wallet/publicTestKey.ts"
import {
  type ApprovalChannel,
  awaitDisconnect,
  frameApproval,
  localApproval,
  phoneApproval,
  sessionEndedError,
} from "./approvalChannel.ts"
import type { Context } from "./Context.ts"
import { withLedger } from "./ledgerFile.ts"
import { openEngine } from "./openEngine.ts"
import { type AskFrameApproval, getSecureSiteUrl, type OpenFrame, openFrame } from "./openFrame.ts"
import {
  getConnectedChains,
  getRemoteSession,
  getSharedChains,
  type RemoteKind,
  type SharedChain,
  watchOnlyConnector,
  withRemoteSession,
} from "./remoteSessions.ts"
import { type SessionEntries, type SessionState, stageEntries } from "./SessionFile.ts"
import { getStoredWallets, type StoredWallet, toStoredSession } from "./storedWallets.ts"
import { openWalletConnectFile } from "./walletConnectFile.ts"

/** Loads the settings of this run from flags, environment, session and the user's own networks. */
export const loadSettings = Effect.fnUntraced(function* ({ facts, folder, session, shared }: Context) {
  const [world, own] = yield* attemptState(
    folder,
    () => [session.state().world, readOwnNetworks(folder)] as const,
  )
  return yield* readSettings({ shared, facts, world, own })
})

export type ActiveConnection = Extract<ConnectionState, { _tag: "Connected" }>

/** Converts settings to the part that later commands need to use the same networks. */
export const toSessionWorld = ({
  endpoints,
  meldUrl,
  projectId,
  rpc,
  swapRouters,
}: Settings): NonNullable<SessionState["world"]> => ({
  projectId,
  endpoints,
  ...(Object.keys(swapRouters).length > 0 && { swapRouters }),
  ...(meldUrl !== null && { meldUrl }),
  rpc: [...rpc],
})

/** The restored session of earlier `connect` commands: one wallet per chain. */
export interface OpenSession {
  readonly settings: Settings
  readonly engine: Engine
  /** The connection of the chain that this command uses. */
  readonly connected: ActiveConnection
  /** The channel to the wallet of that chain. */
  readonly approvalChannel: ApprovalChannel
  /** Persists the changes of this command. Before that nothing is written. */
  readonly save: Effect.Effect<void, CliError>
  /** Returns the current entries of the engine's storage. */
  readonly entries: () => SessionState["entries"]
  /** Deletes the connection data of a remote wallet when the command ends. */
  readonly forgetRemote: (by: RemoteKind) => void
}

/** Returns the connection of the active chain: when any chain is connected, the engine selects a network of one. */
export const getActiveConnection = (engine: Engine): ActiveConnection | null => {
  const { chainNamespace } = SubscriptionRef.getUnsafe(engine.networks.selected)
  const state = SubscriptionRef.getUnsafe(engine.connection.state)[chainNamespace]
  return state?._tag === "Connected" ? state : null
}

/**
 * Returns the namespace that a command uses: of the named network, else of the selected one, else the first connected
 * one.
 */
const findActiveNamespace = (
  wallets: readonly { readonly namespace: Namespace }[],
  { network, networks }: Settings,
  entries: SessionEntries,
): Namespace | undefined => {
  const stored = readStoredNetwork(entries)
  const selected = network ?? networks.find(({ caipNetworkId }) => caipNetworkId === stored)
  const found = wallets.find(({ namespace }) => namespace === selected?.chainNamespace)?.namespace
  return network === null ? (found ?? wallets[0]?.namespace) : found
}

/** The requirements of a command on the session. */
interface SessionRequirements {
  /** Opens the key of the active chain; read-only commands need none. Keys of other chains stay closed. */
  readonly keys: (remembered: StoredWallet) => Effect.Effect<Keys, CliError>
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  readonly approveInFrame: AskFrameApproval
  /**
   * The remote wallets to connect to: that of the active chain, or the listed ones. Others are shown as last shared.
   */
  readonly reach: "inUse" | readonly RemoteKind[]
  /** The network that the command switches to; `null`: it uses the selected one. */
  readonly switchesTo?: CaipNetworkId | null
  /** Checks that must pass before a remote wallet is contacted. */
  readonly beforeReach?: (by: RemoteKind) => Effect.Effect<void, CliError>
}

/**
 * Restores the session. Fails with `NotConnected`, or with the reason why it could not be restored. With `--network`,
 * the session uses that network for this run only.
 */
export const openSession = Effect.fnUntraced(function* (context: Context, wants: SessionRequirements) {
  const { folder, output, prompts, session } = context
  const state = yield* attemptState(folder, session.state)
  const connectedOnes = getConnectedChains(state)
  if (connectedOnes.length === 0) return yield* notConnectedError()
  const settings = yield* loadSettings(context)
  const staged = stageEntries(state.entries)
  const entries = yield* attemptState(folder, () => withLedger(staged.entries, folder))
  const about = findActiveNamespace(connectedOnes, settings, staged.entries)
  if (about === undefined) return yield* notConnectedError(settings.network?.caipNetworkId ?? null)
  const held = yield* Effect.forEach(getStoredWallets(state), (wallet) =>
    Effect.gen(function* () {
      const keys = yield* wallet.namespace === about
        ? wants.keys(wallet)
        : Effect.succeed(makeWatchOnlyKeys(wallet))
      const { connector, snapshot } = yield* openDevWallet({
        keys,
        name: getWalletName(wallet.key),
        settings,
        snapshot: wallet.snapshot,
        smartAccount: "address" in wallet && wallet.smartAccount === true,
        // A request that could not be recorded must not be sent.
        approve: (request) =>
          Effect.suspend(() =>
            entries.isPersisted() ? wants.approve(request) : Effect.succeed<Approval>("decline"),
          ),
      })
      return { connector, now: (): StoredWallet => ({ ...wallet, snapshot: snapshot() }) }
    }),
  )
  const shares = getSharedChains(state)
  const mine = shares.find(({ namespace }) => namespace === about)
  const isReached = (by: RemoteKind) =>
    wants.reach === "inUse"
      ? mine?.by === by
      : wants.reach.includes(by) && shares.some((one) => one.by === by)
  const before = wants.beforeReach ?? (() => Effect.void)
  for (const by of ["phone", "frame"] as const) if (isReached(by)) yield* before(by)
  const file = isReached("phone") ? yield* openPhoneStorage(context) : null
  const frame = isReached("frame")
    ? yield* openFrame(context, yield* requireSameSite(state, settings), (...asked) =>
        Effect.suspend(() =>
          entries.isPersisted() ? wants.approveInFrame(...asked) : Effect.succeed(false),
        ),
      )
    : null
  const looked = (by: RemoteKind) => ({
    _tag: "Watched" as const,
    connectors: getSharedChains(state, by).map(watchOnlyConnector),
  })
  const opening = openEngine({
    settings,
    entries,
    connectors: held.map(({ connector }) => connector),
    warn: output.debug,
    ways: {
      ...(state.phone !== undefined && {
        phone: file === null ? looked("phone") : { _tag: "Reached", storage: file.storage },
      }),
      ...(state.frame !== undefined && {
        frame: frame === null ? looked("frame") : { _tag: "Reached", host: frame.host },
      }),
    },
  })
  const reachesAny = file !== null || frame !== null
  const engine = yield* reachesAny ? prompts.during("Restoring the session", opening) : opening
  const phoneNow = () => (file === null ? (state.phone ?? null) : getRemoteSession(engine, "phone"))
  const frameNow = () => {
    const now = getRemoteSession(engine, "frame")
    return frame === null || state.frame === undefined
      ? (state.frame ?? null)
      : now && { ...state.frame, ...now }
  }
  /** Returns the state with the current remote sessions and without ended ones. */
  const asItIs = (before: SessionState): SessionState => {
    const withPhone = { ...before, ...withRemoteSession(before, "phone", phoneNow()) }
    return { ...withPhone, ...withRemoteSession(withPhone, "frame", frameNow()) }
  }
  const forgotten = attemptState(folder, () => session.update(asItIs(session.state())))
  const states = SubscriptionRef.getUnsafe(engine.connection.state)
  if (states[about]?._tag !== "Connected") {
    const why = toSessionError(states[about])
    if (mine === undefined || !isSessionEnded(why)) return yield* why
    if (frame !== null && mine.by === "frame" && frame.file.isSignedIn()) return yield* frame.blamed(why)
    yield* forgotten
    return yield* sessionEndedError(mine.wallet, mine.by)
  }
  const used =
    settings.networks.find(({ caipNetworkId }) => caipNetworkId === wants.switchesTo) ??
    settings.network ??
    SubscriptionRef.getUnsafe(engine.networks.selected)
  yield* requireNetworkOfKey(state, used, settings)
  if (settings.network !== null) yield* engine.networks.switchTo(settings.network.caipNetworkId)
  const connected = getActiveConnection(engine)
  if (connected === null) return yield* notConnectedError()
  const save = attemptState(folder, () => {
    const kept = asItIs({ ...session.state(), entries: staged.result() })
    session.update({
      ...kept,
      ...toStoredSession(held.map(({ now }) => now())),
      world: toSessionWorld(settings),
    })
  })
  const open: OpenSession = {
    settings,
    engine,
    connected,
    approvalChannel: makeApprovalChannel(mine, {
      context,
      frame,
      over: awaitDisconnect(engine, about),
      forget: forgotten,
      relay: settings.endpoints.relay ?? "",
    }),
    save,
    entries: staged.result,
    forgetRemote: (by) => (by === "phone" ? file?.forget() : frame?.file.signOut()),
  }
  return open
})

const makeApprovalChannel = (
  mine: SharedChain | undefined,
  deps: {
    readonly context: Context
    readonly frame: OpenFrame | null
    readonly over: Effect.Effect<void>
    readonly forget: Effect.Effect<void, CliError>
    readonly relay: string
  },
): ApprovalChannel => {
  const { context, frame } = deps
  if (mine?.by === "phone") return phoneApproval(context.prompts, mine.wallet, deps)
  return mine?.by === "frame" && frame !== null
    ? frameApproval(mine.wallet, { ...deps, frame })
    : localApproval(context.prompts)
}

/** Fails when the configured secure site is not the one of the session: stored data belongs to one site. */
const requireSameSite = Effect.fnUntraced(function* ({ frame }: SessionState, settings: Settings) {
  const site = yield* getSecureSiteUrl(settings)
  if (frame === undefined || frame.site === site.origin) return site
  return yield* configError(
    `You are signed in at ${frame.site}, but this run's endpoints name ${site.origin}.`,
    "Remove --endpoints, or run wmodal connect --wallet frame.",
  )
})

/** Opens the storage of the phone connection, for one command at a time. */
export const openPhoneStorage = ({ folder, prompts }: Context) =>
  openWalletConnectFile(folder, (turn) => prompts.during("Waiting for another wmodal command", turn))

/** Opens the session for read-only commands. Keys stay closed and every request that needs one is declined. */
export const openReadOnly = (
  context: Context,
  { reach = [], switchesTo = null }: Partial<Pick<SessionRequirements, "reach" | "switchesTo">> = {},
) =>
  openSession(context, {
    keys: (remembered) => Effect.succeed(makeWatchOnlyKeys(remembered)),
    approve: ({ _tag }) =>
      Effect.succeed(_tag === "SwitchNetwork" || _tag === "AddNetwork" ? "approve" : "decline"),
    approveInFrame: () => Effect.succeed(false),
    reach,
    switchesTo,
  })

const toSessionError = (state: ConnectionState | undefined): Problem | CliError =>
  state?._tag === "Disconnected" && state.because !== null ? state.because : notConnectedError()

/** Returns whether the failure means that the remote wallet has ended the session. */
const isSessionEnded = (why: Problem | CliError): boolean =>
  why._tag === "CliError" ||
  (why._tag === "RestoreError" && /^(SessionEnded|WalletLocked|WalletRemoved)$/.test(why.reason._tag))
