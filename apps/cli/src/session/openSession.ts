import { type ConnectionState, type Engine, type Problem, storedNetwork } from "@wmodal/core"
import type { Approval, ApprovalRequest } from "@wmodal/dev-wallet"
import type { Namespace } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { type CliError, config, notConnected } from "../failure/CliError.ts"
import { readOwnNetworks } from "../settings/ownNetworks.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { type Keys, watchOnly } from "../wallet/Keys.ts"
import { openHeld } from "../wallet/openHeld.ts"
import { type Asking, askingFrame, askingHere, askingPhone, sessionEnded, whenOver } from "./asking.ts"
import type { Context } from "./Context.ts"
import {
  connectedIn,
  type Elsewhere,
  type Share,
  sharedBy,
  sharesIn,
  watched,
  withShared,
} from "./elsewhere.ts"
import { type AskInFrame, type ReachedFrame, reachedFrame, siteIn } from "./frame.ts"
import { withLedger } from "./ledgerFile.ts"
import { openEngine } from "./openEngine.ts"
import { type Remembered, rememberedIn, remembering } from "./remembered.ts"
import { type Entries, type SessionState, stage } from "./SessionFile.ts"
import { openWalletConnectFile } from "./walletConnectFile.ts"

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
  /** How the wallet of that chain is asked. */
  readonly asking: Asking
  /** Makes what this command has changed last. Until then nothing of it is written. */
  readonly save: Effect.Effect<void, CliError>
  /** The engine's own records as they are now. */
  readonly entries: () => SessionState["entries"]
  /** What is known of how a wallet elsewhere is reached is gone when the command is done. */
  readonly forgetWay: (by: Elsewhere) => void
}

/** The connected state of the chain that is in use: where any is connected, the engine selects a network of one. */
export const connectedOf = (engine: Engine): Connected | null => {
  const { chainNamespace } = SubscriptionRef.getUnsafe(engine.networks.selected)
  const state = SubscriptionRef.getUnsafe(engine.connection.state)[chainNamespace]
  return state?._tag === "Connected" ? state : null
}

/** Which chain a command is about: that of the network which is named, else which is selected, else the first there is. */
const inUse = (
  wallets: readonly { readonly namespace: Namespace }[],
  { network, networks }: Settings,
  entries: Entries,
): Namespace | undefined => {
  const stored = storedNetwork(entries)
  const selected = network ?? networks.find(({ caipNetworkId }) => caipNetworkId === stored)
  const found = wallets.find(({ namespace }) => namespace === selected?.chainNamespace)?.namespace
  return network === null ? (found ?? wallets[0]?.namespace) : found
}

/** What a command that takes up the session needs of it. */
interface Wants {
  /** Opens the key of the chain in use, or does not: looking needs none. The other chains' stay closed in any case. */
  readonly keys: (remembered: Remembered) => Effect.Effect<Keys, CliError>
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  readonly approveInFrame: AskInFrame
  /**
   * Which wallets elsewhere are reached: the one that has the chain in use, or some in any case. What others shared is
   * looked at.
   */
  readonly reach: "inUse" | readonly Elsewhere[]
  /** What must be right before any is reached. */
  readonly beforeReach?: (by: Elsewhere) => Effect.Effect<void, CliError>
}

/**
 * Fails with `NotConnected`, or with the reason why the session could not be taken up.
 * With `--network`, the session is then on that network, for this run alone.
 */
export const openSession = Effect.fnUntraced(function* (context: Context, wants: Wants) {
  const { folder, output, prompts, session } = context
  const state = yield* attemptState(folder, session.state)
  const connectedOnes = connectedIn(state)
  if (connectedOnes.length === 0) return yield* notConnected()
  const settings = yield* settingsOf(context)
  const staged = stage(state.entries)
  const entries = withLedger(staged.entries, folder)
  const about = inUse(connectedOnes, settings, staged.entries)
  if (about === undefined) return yield* notConnected(settings.network?.caipNetworkId ?? null)
  const held = yield* Effect.forEach(rememberedIn(state), (wallet) =>
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
  const shares = sharesIn(state)
  const mine = shares.find(({ namespace }) => namespace === about)
  const isReached = (by: Elsewhere) =>
    wants.reach === "inUse"
      ? mine?.by === by
      : wants.reach.includes(by) && shares.some((one) => one.by === by)
  const before = wants.beforeReach ?? (() => Effect.void)
  for (const by of ["phone", "frame"] as const) if (isReached(by)) yield* before(by)
  const file = isReached("phone") ? yield* reached(context) : null
  const frame = isReached("frame")
    ? yield* reachedFrame(context, yield* siteOf(state, settings), (...asked) =>
        Effect.suspend(() => (entries.kept() ? wants.approveInFrame(...asked) : Effect.succeed(false))),
      )
    : null
  const looked = (by: Elsewhere) => ({
    _tag: "Watched" as const,
    connectors: sharesIn(state, by).map(watched),
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
  const engine = yield* reachesAny ? prompts.during("Taking up the session", opening) : opening
  const phoneNow = () => (file === null ? (state.phone ?? null) : sharedBy(engine, "phone"))
  const frameNow = () => {
    const now = sharedBy(engine, "frame")
    return frame === null || state.frame === undefined
      ? (state.frame ?? null)
      : now && { ...state.frame, ...now }
  }
  /** With what is shared from elsewhere now, and nothing of what was ended there. */
  const asItIs = (before: SessionState): SessionState => {
    const withPhone = { ...before, ...withShared(before, "phone", phoneNow()) }
    return { ...withPhone, ...withShared(withPhone, "frame", frameNow()) }
  }
  const forgotten = attemptState(folder, () => session.update(asItIs(session.state())))
  const states = SubscriptionRef.getUnsafe(engine.connection.state)
  if (states[about]?._tag !== "Connected") {
    const why = whyNot(states[about])
    if (mine === undefined || !saysEnded(why)) return yield* why
    if (frame !== null && mine.by === "frame" && frame.file.isSignedIn()) return yield* frame.blamed(why)
    yield* forgotten
    return yield* sessionEnded(mine.wallet, mine.by)
  }
  if (settings.network !== null) yield* engine.networks.switchTo(settings.network.caipNetworkId)
  const connected = connectedOf(engine)
  if (connected === null) return yield* notConnected()
  const save = attemptState(folder, () => {
    const kept = asItIs({ ...session.state(), entries: staged.result() })
    session.update({ ...kept, ...remembering(held.map(({ now }) => now())), world: worldOf(settings) })
  })
  const open: OpenSession = {
    settings,
    engine,
    connected,
    asking: askingOf(mine, {
      context,
      frame,
      over: whenOver(engine, about),
      forget: forgotten,
      relay: settings.endpoints.relay ?? "",
    }),
    save,
    entries: staged.result,
    forgetWay: (by) => (by === "phone" ? file?.forget() : frame?.file.signOut()),
  }
  return open
})

const askingOf = (
  mine: Share | undefined,
  around: {
    readonly context: Context
    readonly frame: ReachedFrame | null
    readonly over: Effect.Effect<void>
    readonly forget: Effect.Effect<void, CliError>
    readonly relay: string
  },
): Asking => {
  const { context, frame } = around
  if (mine?.by === "phone") return askingPhone(context.prompts, mine.wallet, around)
  return mine?.by === "frame" && frame !== null
    ? askingFrame(mine.wallet, { ...around, frame })
    : askingHere(context.prompts)
}

/** What a site keeps here is for that site alone. */
const siteOf = Effect.fnUntraced(function* ({ frame }: SessionState, settings: Settings) {
  const site = yield* siteIn(settings)
  if (frame === undefined || frame.site === site.origin) return site
  return yield* config(
    `You are signed in at ${frame.site}, and the endpoints of this run name ${site.origin}.`,
    "Leave --endpoints out, or wmodal connect --wallet frame.",
  )
})

/** One command at a time reaches a phone. */
export const reached = ({ folder, prompts }: Context) =>
  openWalletConnectFile(folder, (turn) =>
    prompts.during("Waiting for another wmodal command that asks your phone", turn),
  )

/** For commands that look: every key stays closed, and whatever would need one is declined. */
export const openToLook = (context: Context, reach: Wants["reach"] = []) =>
  openSession(context, {
    keys: (remembered) => Effect.succeed(watchOnly(remembered)),
    approve: ({ _tag }) =>
      Effect.succeed(_tag === "SwitchNetwork" || _tag === "AddNetwork" ? "approve" : "decline"),
    approveInFrame: () => Effect.succeed(false),
    reach,
  })

const whyNot = (state: ConnectionState | undefined): Problem | CliError =>
  state?._tag === "Disconnected" && state.because !== null ? state.because : notConnected()

/** Whoever has ended the session shares nothing any more. */
const saysEnded = (why: Problem | CliError): boolean =>
  why._tag === "CliError" ||
  (why._tag === "RestoreError" && (why.reason._tag === "WalletLocked" || why.reason._tag === "WalletRemoved"))
