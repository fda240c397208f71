import {
  type Chain,
  type ChainActions,
  type Connector,
  type Explanation,
  TransferRejected,
} from "@wmodal/chains"
import type { makeEmbeddedWallet } from "@wmodal/chains/frame"
import { chainRules } from "@wmodal/chains/internal"
import type { makeWalletConnect, WalletConnectStorage } from "@wmodal/chains/walletconnect"
import { Fetch, type Namespace, type Network, NetworkError } from "@wmodal/protocol"
import { mainnet, optimism } from "@wmodal/protocol/networks"
import { Effect, Stream } from "effect"
import { openConnection } from "../connection/openConnection.ts"
import { makeEngine } from "../makeEngine.ts"
import { Platform } from "../Platform.ts"
import { Storage } from "../storage/Storage.ts"
import { makeLoaded } from "./makeLoaded.ts"

/** The two networks of a test engine. It starts on the first. */
export const testNetworks: readonly [Network, Network] = [mainnet, optimism]

/** Makes a storage that lives as long as the test, so that a second engine over it is a reload. */
export const memoryStorage = (): Storage["Service"] & { readonly held: Map<string, string> } => {
  const held = new Map<string, string>()
  return {
    held,
    get: (key) => held.get(key) ?? null,
    set: (key, value) => {
      held.set(key, value)
    },
    remove: (key) => {
      held.delete(key)
    },
  }
}

/** Makes a memory storage for WalletConnect sessions. */
export const memoryWalletConnectStorage = (): WalletConnectStorage & {
  readonly held: Map<string, unknown>
} => {
  const held = new Map<string, unknown>()
  return {
    held,
    getKeys: () => Promise.resolve([...held.keys()]),
    getItem: (key) => Promise.resolve(held.get(key)),
    setItem: async (key, value) => {
      held.set(key, value)
    },
    removeItem: async (key) => {
      held.delete(key)
    },
  }
}

const emptyExplanation: Explanation = {
  intent: null,
  interpolatedIntent: null,
  owner: null,
  contractName: null,
  contract: null,
  value: 0n,
  fields: [],
  digest: "0x",
}

/** Chain actions without data, except a balance of 1.5 for every account. */
export const quietActions: ChainActions = {
  rules: chainRules.eip155,
  address: (text) => text,
  balance: () => Effect.succeed(1_500_000_000_000_000_000n),
  tokenBalance: () => Effect.succeed(0n),
  spendableBalance: ({ token }) => Effect.succeed(token === null ? 1_500_000_000_000_000_000n : 0n),
  token: () => Effect.succeed(null),
  estimate: () => Effect.succeed({ expected: 21_000n, most: 42_000n, transactionFields: {}, seconds: 12 }),
  build: ({ transfer: { to, amount } }) => ({ to, value: `0x${amount.toString(16)}`, data: "0x" }),
  simulate: ({ transfer: { amount, token } }) =>
    Effect.succeed({
      _tag: "Simulated",
      sender: [{ token, before: amount, after: 0n }],
      recipient: [{ token, before: 0n, after: amount }],
    }),
  takeCheckpoint: () => Effect.succeed({ nonce: "0", block: "0" }),
  find: () => Effect.succeed({ _tag: "Missing" }),
  toTransactionHash: () => null,
  readSigned: () => Effect.succeed({ from: null, mark: {} }),
  broadcast: () => Effect.fail(new TransferRejected({ reason: { _tag: "Malformed" } })),
  isDelegated: () => Effect.succeed(false),
  filterOwned: () => Effect.succeed([]),
  explain: () => Effect.succeed({ calls: [emptyExplanation], dangers: [], trial: null }),
  contracts: null,
  bumpFee: null,
  history: null,
  readServerTransaction: null,
}

/** Makes chain actions in which the spendable amount is the balance: no payment is pending. */
export const makeActions = (given: Partial<ChainActions>): ChainActions => {
  const actions: ChainActions = {
    ...quietActions,
    spendableBalance: ({ token, ...request }) =>
      token === null ? actions.balance(request) : actions.tokenBalance({ ...request, token }),
    ...given,
  }
  return actions
}

/** Makes a chain that discovers these connectors, at once or as the stream emits them. */
export const makeTestChain = (
  connectors: readonly Connector[] | Stream.Stream<readonly Connector[]>,
  actions: Partial<ChainActions> = {},
  namespace: Namespace = "eip155",
): Chain => ({
  namespace,
  load: () =>
    Promise.resolve({
      discover: (_, use) =>
        Stream.isStream(connectors)
          ? Stream.runForEach(connectors, use)
          : Effect.andThen(use(connectors), Effect.never),
      actions: makeLoaded(makeActions({ rules: chainRules[namespace], ...actions })),
    }),
})

export interface TestDeps {
  readonly storage?: Storage["Service"]
  readonly fetch?: Fetch["Service"]
  readonly platform?: Partial<Platform["Service"]>
  /** Replaces the real client. Used when `endpoints.relay` is set. */
  readonly walletConnect?: typeof makeWalletConnect
  /** Replaces the real wallet. Used when `endpoints.secureSite` is set. */
  readonly embeddedWallet?: typeof makeEmbeddedWallet
  /** Undefined: the code of connections is loaded on demand, as in a product. */
  readonly connection?: typeof openConnection | undefined
  /** Awaited halfway through the start. */
  readonly pause?: Effect.Effect<void>
  /** The texts that `platform.warn` received. */
  readonly warnings?: string[]
}

/** A client that never loads: `TestDeps.walletConnect` replaces the code that would use it. */
const noClient = { load: () => Promise.reject(new Error("no client in tests")) }

/** Makes a real engine over test services. `options` override valid defaults. */
export const makeEngineWith = (options: Readonly<Record<string, unknown>>, deps: TestDeps = {}) =>
  makeEngine(
    { projectId: "test", chains: [], networks: testNetworks, walletConnect: noClient, ...options },
    // Virtual time does not wait for the import of a module.
    { connection: openConnection, ...deps },
  ).pipe(
    Effect.provideService(Storage, deps.storage ?? memoryStorage()),
    Effect.provideService(
      Fetch,
      deps.fetch ?? {
        send: (request) =>
          Effect.fail(new NetworkError({ host: new URL(request.url).host, detail: "no network in tests" })),
      },
    ),
    Effect.provideService(Platform, {
      window: null,
      mobile: false,
      host: null,
      device: { os: "other", tapOnly: false, telegram: false, framed: false },
      walletConnectStorage: () => Promise.resolve(memoryWalletConnectStorage()),
      frameHost: () => Promise.reject(new Error("no frame in tests")),
      metadata: null,
      page: null,
      name: "html",
      warn: (text) => {
        deps.warnings?.push(text)
      },
      ...deps.platform,
    }),
  )

/** Makes a real engine that discovers these connectors. */
export const makeEngineOver = (connectors: readonly Connector[], deps: TestDeps = {}) =>
  makeEngineWith({ chains: [makeTestChain(connectors)] }, deps)
