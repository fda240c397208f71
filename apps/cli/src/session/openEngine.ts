import type { Connector } from "@wmodal/chains"
import { bitcoin } from "@wmodal/chains/bitcoin"
import { evm } from "@wmodal/chains/evm"
import { solana } from "@wmodal/chains/solana"
import type { WalletConnectStorage } from "@wmodal/chains/walletconnect"
import { type Engine, makeEngine, Platform, Storage } from "@wmodal/core"
import type { Fetch, Namespace } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { metadata } from "../settings/metadata.ts"
import type { Settings } from "../settings/Settings.ts"
import { attemptState } from "../state/attemptState.ts"
import type { Context } from "./Context.ts"
import { withLedger } from "./ledgerFile.ts"
import { withoutSession } from "./remembered.ts"
import { terminalDevice } from "./platform.ts"
import { type Entries, stage } from "./SessionFile.ts"

/** The engine wants one; without endpoints nobody is told it. */
const noProject = "none"

const noWalletConnect = () => Promise.reject(new Error("WalletConnect has no place to remember anything."))

/** Nothing of WalletConnect loads where there is none. */
export const withoutRelay = (settings: Settings): Settings => {
  const { relay: _relay, ...endpoints } = settings.endpoints
  return { ...settings, endpoints }
}

/** The same engine as the modal's, with a terminal around it. Done when a stored session is taken up or given up. */
export const openEngine = Effect.fnUntraced(function* (input: {
  readonly settings: Settings
  readonly entries: Entries
  readonly connectors: readonly Connector[]
  /** Where WalletConnect keeps what it knows; absent for what never asks a phone. */
  readonly walletConnect?: () => Promise<WalletConnectStorage>
  /** What the engine has to say to a developer. */
  readonly warn: (text: string) => void
}): Effect.fn.Return<Engine, never, Scope.Scope | Fetch> {
  const { projectId, endpoints, networks, nodes } = input.settings
  const of = (namespace: Namespace) => ({
    connectors: input.connectors.filter((connector) => connector.namespace === namespace),
  })
  const engine = yield* makeEngine({
    projectId: projectId ?? noProject,
    chains: [evm(of("eip155")), solana(of("solana")), bitcoin(of("bip122"))],
    networks,
    endpoints,
    customRpcUrls: nodes,
    metadata,
  }).pipe(
    Effect.provideService(Storage, input.entries),
    Effect.provideService(Platform, {
      window: null,
      mobile: false,
      device: terminalDevice,
      walletConnectStorage: input.walletConnect ?? noWalletConnect,
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
    settings: withoutRelay(settings),
    entries: withLedger(staged.entries, folder),
    connectors: [],
    warn: output.debug,
  })
  const save = attemptState(folder, () =>
    session.update({ entries: { ...session.state().entries, ...staged.result() } }),
  )
  return { engine, save }
})
