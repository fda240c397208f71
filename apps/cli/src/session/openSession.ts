import type { Approval, ApprovalRequest } from "@wmodal/chains/dev"
import { type ConnectionState, type Engine, type Problem, storedNetwork } from "@wmodal/core"
import type { Namespace } from "@wmodal/protocol"
import { Effect, SubscriptionRef } from "effect"
import { type CliError, notConnected } from "../failure/CliError.ts"
import { readOwnNetworks } from "../settings/ownNetworks.ts"
import { readSettings, type Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { type Keys, watchOnly } from "../wallet/Keys.ts"
import { openHeld } from "../wallet/openHeld.ts"
import { type Asking, askingHere, askingPhone, sessionEnded, whenOver } from "./asking.ts"
import type { Context } from "./Context.ts"
import { withLedger } from "./ledgerFile.ts"
import { openEngine, type PhoneWay } from "./openEngine.ts"
import { connectedIn, phoneOf, sharesIn, watchedPhone, withPhone } from "./phone.ts"
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
  /** What WalletConnect knows is gone when the command is done. */
  readonly forgetWalletConnect: () => void
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
  /** Whether a phone is reached: where it has the chain in use, or in any case. Else what it shared is looked at. */
  readonly phone: "never" | "inUse" | "always"
  /** What must be right before a phone is reached. */
  readonly beforePhone?: Effect.Effect<void, CliError>
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
  const isOnPhone = shares.some(({ namespace }) => namespace === about)
  const reaches = wants.phone === "always" ? shares.length > 0 : wants.phone === "inUse" && isOnPhone
  if (reaches) yield* wants.beforePhone ?? Effect.void
  const file = reaches ? yield* reached(context) : null
  const way: PhoneWay =
    file === null
      ? { _tag: "Watched", connectors: shares.map(watchedPhone) }
      : { _tag: "Reached", storage: file.storage }
  const opening = openEngine({
    settings,
    entries,
    connectors: held.map(({ connector }) => connector),
    warn: output.debug,
    ...(shares.length > 0 && { phone: way }),
  })
  const engine = yield* file === null ? opening : prompts.during("Taking up the session", opening)
  const phoneNow = () => (file === null ? (state.phone ?? null) : phoneOf(engine))
  /** Of what the phone has ended, nothing is remembered. */
  const forgotten = attemptState(folder, () => session.update(withPhone(session.state(), phoneNow())))
  const states = SubscriptionRef.getUnsafe(engine.connection.state)
  const wallet = state.phone?.wallet ?? ""
  if (states[about]?._tag !== "Connected") {
    const why = whyNot(states[about])
    if (!isOnPhone || !saysEnded(why)) return yield* why
    yield* forgotten
    return yield* sessionEnded(wallet)
  }
  if (settings.network !== null) yield* engine.networks.switchTo(settings.network.caipNetworkId)
  const connected = connectedOf(engine)
  if (connected === null) return yield* notConnected()
  const save = attemptState(folder, () =>
    session.update({
      ...withPhone({ ...session.state(), entries: staged.result() }, phoneNow()),
      ...remembering(held.map(({ now }) => now())),
      world: worldOf(settings),
    }),
  )
  const open: OpenSession = {
    settings,
    engine,
    connected,
    asking: isOnPhone
      ? askingPhone(prompts, wallet, {
          over: whenOver(engine, about),
          forget: forgotten,
          relay: settings.endpoints.relay ?? "",
        })
      : askingHere(prompts),
    save,
    entries: staged.result,
    forgetWalletConnect: () => file?.forget(),
  }
  return open
})

/** One command at a time reaches a phone. */
export const reached = ({ folder, prompts }: Context) =>
  openWalletConnectFile(folder, (turn) =>
    prompts.during("Waiting for another wmodal command that asks your phone", turn),
  )

/** For commands that look: every key stays closed, and whatever would need one is declined. */
export const openToLook = (context: Context, phone: Wants["phone"] = "never") =>
  openSession(context, {
    keys: (remembered) => Effect.succeed(watchOnly(remembered)),
    approve: ({ _tag }) =>
      Effect.succeed(_tag === "SwitchNetwork" || _tag === "AddNetwork" ? "approve" : "decline"),
    phone,
  })

const whyNot = (state: ConnectionState | undefined): Problem | CliError =>
  state?._tag === "Disconnected" && state.because !== null ? state.because : notConnected()

/** A phone that has ended the session shares nothing any more. */
const saysEnded = (why: Problem | CliError): boolean =>
  why._tag === "CliError" ||
  (why._tag === "RestoreError" && (why.reason._tag === "WalletLocked" || why.reason._tag === "WalletRemoved"))
