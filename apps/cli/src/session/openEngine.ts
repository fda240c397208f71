import { type Connector, ConnectorError } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { solana } from "@wmodal/chains/solana"
import { type WalletConnectStorage, walletConnectId } from "@wmodal/chains/walletconnect"
import { type Endpoints, type Engine, makeEngine, Platform, Storage } from "@wmodal/core"
import type { FrameHost } from "@wmodal/frame-rpc/host"
import type { Fetch, Namespace } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { metadata } from "../settings/metadata.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import type { Context } from "./Context.ts"
import { withLedger } from "./ledgerFile.ts"
import { terminalDevice } from "./platform.ts"
import { withoutSession } from "./remembered.ts"
import { type Entries, stage } from "./SessionFile.ts"

/** The engine wants one; without endpoints nobody is told it. */
const noProject = "none"

/** A phone is reached, by what is known of it in `storage`; or what it shared is looked at, and nothing is loaded that could reach it. */
export type PhoneWay =
  | { readonly _tag: "Reached"; readonly storage: WalletConnectStorage }
  | { readonly _tag: "Watched"; readonly connectors: readonly Connector[] }

/** The engine wants a relay before it knows of any phone. */
const noRelay = "ws://localhost"

const endpointsFor = (way: PhoneWay | undefined, { relay, ...others }: Endpoints): Endpoints =>
  way === undefined ? others : { ...others, relay: relay ?? noRelay }

const notReached = Effect.fail(
  new ConnectorError({ connectorId: walletConnectId, reason: { _tag: "Unauthorized" } }),
)

const partsFor = (way: PhoneWay | undefined): Parameters<typeof makeEngine>[1] =>
  way?._tag === "Watched"
    ? {
        walletConnect: () =>
          Effect.succeed({ connectors: way.connectors, prepare: notReached, chosen: () => {} }),
      }
    : {}

const noFrame = () => Promise.reject(new Error("Nobody signs in here."))

const storageFor = (way: PhoneWay | undefined): Promise<WalletConnectStorage> =>
  way?._tag === "Reached" ? Promise.resolve(way.storage) : Promise.reject(new Error("No phone is reached."))

/** The same engine as the modal's, with a terminal around it. Done when a stored session is taken up or given up. */
export const openEngine = Effect.fnUntraced(function* (input: {
  readonly settings: Settings
  readonly entries: Entries
  readonly connectors: readonly Connector[]
  /** How it has to do with wallets on phones; absent: not at all. */
  readonly phone?: PhoneWay
  /** Where the embedded wallet's frame lives; absent: nobody signs in. */
  readonly frameHost?: () => Promise<FrameHost>
  /** What the engine has to say to a developer. */
  readonly warn: (text: string) => void
}): Effect.fn.Return<Engine, never, Scope.Scope | Fetch> {
  const { projectId, endpoints, networks, nodes } = input.settings
  const of = (namespace: Namespace) => ({
    connectors: input.connectors.filter((connector) => connector.namespace === namespace),
  })
  const engine = yield* makeEngine(
    {
      projectId: projectId ?? noProject,
      chains: [evm(of("eip155")), solana(of("solana")), bitcoin(of("bip122"))],
      networks,
      endpoints: endpointsFor(input.phone, endpoints),
      customRpcUrls: nodes,
      metadata,
    },
    partsFor(input.phone),
  ).pipe(
    Effect.provideService(Storage, input.entries),
    Effect.provideService(Platform, {
      window: null,
      mobile: false,
      device: terminalDevice,
      walletConnectStorage: () => storageFor(input.phone),
      frameHost: input.frameHost ?? noFrame,
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
