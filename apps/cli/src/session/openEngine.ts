import { type Connector, ConnectorError } from "@wmodal/chains"
import type { EmbeddedWallet, FrameUser } from "@wmodal/chains/frame"
import { type WalletConnectStorage, walletConnectId } from "@wmodal/chains/walletconnect"
import { type Endpoints, type Engine, makeEngine, Platform, Storage } from "@wmodal/core"
import { FrameError, type FrameHost } from "@wmodal/frame-rpc/host"
import { type Fetch, SubscriptionRef } from "@wmodal/protocol"
import { walletConnect } from "@wmodal/walletconnect"
import { Effect, type Scope } from "effect"
import { metadata } from "../settings/metadata.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import { formatNetworkNote } from "../terminal/formatNetworkNote.ts"
import type { Context } from "./Context.ts"
import { makeChains } from "./chains.ts"
import { withLedger } from "./ledgerFile.ts"
import { type SessionEntries, stageEntries } from "./SessionFile.ts"
import { withoutSession } from "./storedWallets.ts"
import { terminalDevice } from "./terminalDevice.ts"

const noFrame = Effect.fail(new FrameError({ reason: { _tag: "NoFrame" } }))

const failWithoutFrame = () => noFrame

/** The embedded wallet for read-only commands: no frame is loaded and no sign-in starts. */
const watchOnlyFrame = (connectors: readonly Connector[]): Effect.Effect<EmbeddedWallet> =>
  Effect.map(SubscriptionRef.make<FrameUser | null>(null), (user) => ({
    connectors,
    user,
    origin: "null",
    connectEmail: failWithoutFrame,
    connectDevice: noFrame,
    takesCode: () => false,
    connectOtp: failWithoutFrame,
    socialUri: failWithoutFrame,
    connectSocial: failWithoutFrame,
    farcasterUri: noFrame,
    connectFarcaster: noFrame,
    updateEmail: failWithoutFrame,
    updateEmailPrimaryOtp: failWithoutFrame,
    updateEmailSecondaryOtp: failWithoutFrame,
    setAccountType: failWithoutFrame,
    syncTheme: Effect.void,
    rejectRequests: Effect.void,
    reload: Effect.void,
    watch: () => Effect.void,
  }))

/** A project id that the engine requires. Without endpoints it is never sent. */
const placeholderProjectId = "none"

/**
 * Access to a phone: a live connection with the data in `storage`, or a read-only view of what it shared, for which no
 * client is loaded.
 */
type PhoneAccess =
  | { readonly _tag: "Reached"; readonly storage: WalletConnectStorage }
  | { readonly _tag: "Watched"; readonly connectors: readonly Connector[] }

/** Access to the embedded wallet: live in its frame, or read-only. */
type FrameAccess =
  | { readonly _tag: "Reached"; readonly host: FrameHost }
  | { readonly _tag: "Watched"; readonly connectors: readonly Connector[] }

/** A URL for the relay and the secure site that the engine requires before a connection exists. */
const placeholderRelay = "ws://localhost"

const placeholderSite = "http://localhost"

export interface RemoteAccess {
  /** Access to phone wallets; absent: none. */
  readonly phone?: PhoneAccess | undefined
  /** Access to the embedded wallet; absent: none. */
  readonly frame?: FrameAccess | undefined
}

const toEngineEndpoints = (
  { frame, phone }: RemoteAccess,
  { relay, secureSite, ...others }: Endpoints,
): Endpoints => ({
  ...others,
  ...(phone !== undefined && { relay: relay ?? placeholderRelay }),
  ...(frame !== undefined && { secureSite: secureSite ?? placeholderSite }),
})

const walletNotReached = Effect.fail(
  new ConnectorError({ connectorId: walletConnectId, reason: { _tag: "Unauthorized" } }),
)

const toEngineParts = ({ frame, phone }: RemoteAccess): NonNullable<Parameters<typeof makeEngine>[1]> => ({
  ...(phone?._tag === "Watched" && {
    walletConnect: () =>
      Effect.succeed({ connectors: phone.connectors, prepare: walletNotReached, setLinkedApp: () => {} }),
  }),
  ...(frame?._tag === "Watched" && { embeddedWallet: () => watchOnlyFrame(frame.connectors) }),
})

const loadStorage = (way: PhoneAccess | undefined): Promise<WalletConnectStorage> =>
  way?._tag === "Reached" ? Promise.resolve(way.storage) : Promise.reject(new Error("No phone is reached."))

const loadFrameHost = (way: FrameAccess | undefined): Promise<FrameHost> =>
  way?._tag === "Reached" ? Promise.resolve(way.host) : Promise.reject(new Error("No frame is reached."))

/** Opens the modal's engine for a terminal. Done when a stored session is restored or discarded. */
export const openEngine = Effect.fnUntraced(function* (input: {
  readonly settings: Settings
  readonly entries: SessionEntries
  readonly connectors: readonly Connector[]
  readonly ways?: RemoteAccess
  /** Receives the engine's warnings to developers, and what each request tells its host. */
  readonly warn: (text: string) => void
}): Effect.fn.Return<Engine, never, Scope.Scope | Fetch> {
  const { projectId, endpoints, meldUrl, networks, nodes, swapRouters } = input.settings
  const { ways = {} } = input
  const engine = yield* makeEngine(
    {
      projectId: projectId ?? placeholderProjectId,
      chains: makeChains(input.connectors),
      networks,
      endpoints: toEngineEndpoints(ways, endpoints),
      customRpcUrls: nodes,
      swapRouters,
      ...(meldUrl !== null && { meldUrl }),
      walletConnect: walletConnect(),
      metadata,
    },
    toEngineParts(ways),
  ).pipe(
    Effect.provideService(Storage, input.entries),
    Effect.provideService(Platform, {
      window: null,
      mobile: false,
      host: null,
      device: terminalDevice,
      metadata: null,
      page: null,
      walletConnectStorage: () => loadStorage(ways.phone),
      frameHost: () => loadFrameHost(ways.frame),
      name: "node",
      warn: input.warn,
    }),
  )
  engine.networkLog.subscribe((note) => input.warn(formatNetworkNote(note)))
  yield* engine.ready
  return engine
})

/** Opens an engine without a wallet. A stored session stays unchanged. */
export const openWithoutWallet = Effect.fnUntraced(function* (
  { folder, output, session }: Context,
  settings: Settings,
) {
  const state = yield* attemptState(folder, session.state)
  const staged = stageEntries(withoutSession(state.entries))
  const engine = yield* openEngine({
    settings,
    entries: yield* attemptState(folder, () => withLedger(staged.entries, folder)),
    connectors: [],
    warn: output.debug,
  })
  const save = attemptState(folder, () =>
    session.update({ entries: { ...session.state().entries, ...staged.result() } }),
  )
  return { engine, save }
})
