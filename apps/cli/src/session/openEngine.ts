import { type Connector, ConnectorError } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { solana } from "@wmodal/chains/solana"
import { type WalletConnectStorage, walletConnectId } from "@wmodal/chains/walletconnect"
import { type Endpoints, type Engine, makeEngine, Platform, Storage } from "@wmodal/core"
import type { FrameHost } from "@wmodal/frame-rpc/host"
import type { Fetch, Namespace } from "@wmodal/protocol"
import { walletConnect } from "@wmodal/walletconnect"
import { Effect, type Scope } from "effect"
import { metadata } from "../settings/metadata.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import type { Context } from "./Context.ts"
import { withLedger } from "./ledgerFile.ts"
import { terminalDevice } from "./platform.ts"
import { withoutSession } from "./remembered.ts"
import { type Entries, stage } from "./SessionFile.ts"
import { watchedFrame } from "./watchedFrame.ts"

/** The engine wants one; without endpoints nobody is told it. */
const noProject = "none"

/** A phone is reached, by what is known of it in `storage`; or what it shared is looked at, and nothing is loaded that could reach it. */
type PhoneWay =
  | { readonly _tag: "Reached"; readonly storage: WalletConnectStorage }
  | { readonly _tag: "Watched"; readonly connectors: readonly Connector[] }

/** The same of the embedded wallet, which is reached in its frame. */
type FrameWay =
  | { readonly _tag: "Reached"; readonly host: FrameHost }
  | { readonly _tag: "Watched"; readonly connectors: readonly Connector[] }

/** The engine wants a relay, and a site, before it knows of what stands behind them. */
const noRelay = "ws://localhost"
const noSite = "http://localhost"

interface Ways {
  /** How it has to do with wallets on phones; absent: not at all. */
  readonly phone?: PhoneWay | undefined
  /** With the embedded wallet. */
  readonly frame?: FrameWay | undefined
}

const endpointsFor = ({ frame, phone }: Ways, { relay, secureSite, ...others }: Endpoints): Endpoints => ({
  ...others,
  ...(phone !== undefined && { relay: relay ?? noRelay }),
  ...(frame !== undefined && { secureSite: secureSite ?? noSite }),
})

const notReached = Effect.fail(
  new ConnectorError({ connectorId: walletConnectId, reason: { _tag: "Unauthorized" } }),
)

const partsFor = ({ frame, phone }: Ways): NonNullable<Parameters<typeof makeEngine>[1]> => ({
  ...(phone?._tag === "Watched" && {
    walletConnect: () =>
      Effect.succeed({ connectors: phone.connectors, prepare: notReached, chosen: () => {} }),
  }),
  ...(frame?._tag === "Watched" && { embeddedWallet: () => watchedFrame(frame.connectors) }),
})

const storageFor = (way: PhoneWay | undefined): Promise<WalletConnectStorage> =>
  way?._tag === "Reached" ? Promise.resolve(way.storage) : Promise.reject(new Error("No phone is reached."))

const hostFor = (way: FrameWay | undefined): Promise<FrameHost> =>
  way?._tag === "Reached" ? Promise.resolve(way.host) : Promise.reject(new Error("No frame is reached."))

/** The same engine as the modal's, with a terminal around it. Done when a stored session is taken up or given up. */
export const openEngine = Effect.fnUntraced(function* (input: {
  readonly settings: Settings
  readonly entries: Entries
  readonly connectors: readonly Connector[]
  readonly ways?: Ways
  /** What the engine has to say to a developer. */
  readonly warn: (text: string) => void
}): Effect.fn.Return<Engine, never, Scope.Scope | Fetch> {
  const { projectId, endpoints, networks, nodes } = input.settings
  const { ways = {} } = input
  const of = (namespace: Namespace) => ({
    connectors: input.connectors.filter((connector) => connector.namespace === namespace),
  })
  const engine = yield* makeEngine(
    {
      projectId: projectId ?? noProject,
      chains: [evm(of("eip155")), solana(of("solana")), bitcoin(of("bip122"))],
      networks,
      endpoints: endpointsFor(ways, endpoints),
      customRpcUrls: nodes,
      walletConnect: walletConnect(),
      metadata,
    },
    partsFor(ways),
  ).pipe(
    Effect.provideService(Storage, input.entries),
    Effect.provideService(Platform, {
      window: null,
      mobile: false,
      device: terminalDevice,
      walletConnectStorage: () => storageFor(ways.phone),
      frameHost: () => hostFor(ways.frame),
      name: "node",
      warn: input.warn,
    }),
  )
  yield* engine.ready
  return engine
})

/** An engine without a wallet, for what needs none. It leaves a session alone. */
export const openAlone = Effect.fnUntraced(function* (
  { folder, output, session }: Context,
  settings: Settings,
) {
  const state = yield* attemptState(folder, session.state)
  const staged = stage(withoutSession(state.entries))
  const engine = yield* openEngine({
    settings,
    entries: withLedger(staged.entries, folder),
    connectors: [],
    warn: output.debug,
  })
  const save = attemptState(folder, () =>
    session.update({ entries: { ...session.state().entries, ...staged.result() } }),
  )
  return { engine, save }
})
