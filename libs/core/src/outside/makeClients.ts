import {
  type ApiClientOptions,
  bundledDirectory,
  type CachedNames,
  formatSdkVersion,
  type History,
  type Identities,
  makeBlockchain,
  makeCachedNames,
  makeDirectory,
  makeHistory,
  makeIdentities,
  makeKeyedCache,
  makeNames,
  makeNodeTiers,
  makePortfolio,
  makeSupportedNetworks,
  type Names,
  type Portfolio,
  restrictBlockchain,
  type SupportedNetworks,
  staleTimesMs,
  toAddressKey,
  type Directory as WalletDirectory,
  type WalletsRequest,
} from "@wmodal/api"
import { sanitizeLine } from "@wmodal/chains"
import {
  currentHosts,
  type Fetch,
  Hosts,
  makeRpc,
  type Network,
  polls,
  type Rpc,
  RpcError,
  withSeparateCall,
} from "@wmodal/protocol"
import { Context, Effect, Result, Scope } from "effect"
import type { BalanceQuestion, NativeBalances, Profile } from "../account/makeAccount.ts"
import type { Directory } from "../connectors/Directory.ts"
import type { Flows } from "../flows/Flows.ts"
import type { openFlows } from "../flows/openFlows.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import type { Options } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"
import { EngineError } from "../problems/EngineError.ts"
import { entriesOf } from "../wallets/entriesOf.ts"
import type { WalletsSurroundings } from "../wallets/makeWallets.ts"
import type { Wallets } from "../wallets/Wallets.ts"

export interface OutsideSurroundings {
  readonly options: Options
  readonly platform: Platform["Service"]["name"]
  readonly warn: (text: string) => void
}

/** The clients of everything beyond this page, by the endpoints that the host gave. */
export interface Clients {
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc>
  readonly balances: NativeBalances
  /** The bundled one without a directory endpoint. */
  readonly directory: Directory
  /** The network's own picture, else the directory's, else `null`. */
  readonly networkImageUrl: (network: Network) => string | null
  /** Never fails: what it cannot find is unknown. */
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
  /** What the blockchain endpoint knows; `null` without one. */
  readonly api: Upstream | null
  /** The list of all wallets. Its code comes with the first question. */
  readonly walletsOver: (
    around: Omit<WalletsSurroundings, "directory" | "warn" | "options">,
  ) => Effect.Effect<Wallets, EngineError>
  /** What a connected wallet is for. Its code comes with the first question. */
  readonly flowsOver: (around: Omit<Surroundings, "clients">) => Effect.Effect<Flows, EngineError>
  /** `sv` of requests. */
  readonly sdk: string
  /** Each request that these clients sent. */
  readonly attempts: Hosts["Service"]["attempts"]
}

/** The blockchain endpoint, behind its gate and its caches. */
export interface Upstream {
  /** For the clients of what only flows ask. */
  readonly caller: ApiClientOptions
  readonly gate: SupportedNetworks
  readonly portfolio: Portfolio
  readonly history: History
  readonly names: Names
  readonly knownNames: CachedNames
  readonly identities: Identities
}

const makeUpstream = Effect.fnUntraced(function* (
  options: Parameters<typeof makeBlockchain>[0],
): Effect.fn.Return<Upstream, never, Fetch | Scope.Scope> {
  const api = yield* makeBlockchain(options)
  const gate = makeSupportedNetworks(api.supportedChains)
  const blockchain = restrictBlockchain(api, gate)
  const names = yield* makeNames({ ...options, gate })
  return {
    caller: options,
    gate,
    portfolio: yield* makePortfolio({ blockchain, gate }),
    history: yield* makeHistory({ ...options, gate }),
    names,
    knownNames: yield* makeCachedNames({ names, gate }),
    identities: yield* makeIdentities({ blockchain, gate }),
  }
})

export const makeClients = Effect.fnUntraced(
  function* ({ options, platform, warn }: OutsideSurroundings) {
    const sdk = formatSdkVersion({ platform, chains: options.chains.map(nameOfChain) })
    const upstream = (baseUrl: string) => ({ baseUrl, projectId: options.projectId, sdk })
    const { directory, blockchain } = options.endpoints
    const wallets = directory === undefined ? bundledDirectory : yield* makeDirectory(upstream(directory))
    const api = blockchain === undefined ? null : yield* makeUpstream(upstream(blockchain))
    const around = yield* Effect.context<Fetch | Hosts | Scope.Scope>()
    let list: Wallets | null = null
    const clients: Clients = {
      sdk,
      rpcOf: rpcByNetwork(options, api?.gate ?? null, around),
      balances: yield* makeKeyedCache({
        staleTimeMs: staleTimesMs.nativeBalance,
        capacity: 100,
        key: ({ account }: BalanceQuestion) => toAddressKey(account),
        read: ({ read }) => read,
      }),
      directory: walletsOf(wallets, options, warn),
      networkImageUrl: ({ assets }) =>
        assets?.imageUrl ?? (assets?.imageId ? wallets.assetImageUrl(assets.imageId) : null),
      profileOf: api === null ? () => Effect.succeed(noProfile) : profilesOf(api),
      api,
      walletsOver: (surroundings) =>
        Effect.tryPromise({
          try: () => import("../wallets/makeWallets.ts"),
          catch: () => new EngineError({ reason: { _tag: "Unknown", detail: lost } }),
        }).pipe(
          Effect.flatMap(({ makeWallets }) =>
            makeWallets({ ...surroundings, directory: wallets, options, warn }),
          ),
          // Two questions at once make two lists; the first one stays, with what it has read.
          Effect.map((made) => (list ??= made)),
          Effect.provideContext(around),
        ),
      flowsOver: (surroundings) =>
        Effect.tryPromise({
          try: openFlowsCode,
          catch: () => new EngineError({ reason: { _tag: "Unknown", detail: lost } }),
        }).pipe(
          Effect.flatMap(({ openFlows }) => openFlows({ ...surroundings, clients })),
          Effect.provideContext(around),
        ),
      attempts: (yield* Hosts).attempts,
    }
    return clients
  },
  // They share what they learn of hosts.
  Effect.provideServiceEffect(Hosts, currentHosts),
)

const lost = "A part of this page could not be loaded."

let code: Promise<{ readonly openFlows: typeof openFlows }> | null = null

/** Loaded once for all who ask: of two loads the second may be there first, and what a page asks would change places. */
const openFlowsCode = () => {
  code ??= import("../flows/openFlows.ts").catch((error: unknown) => {
    code = null
    throw error
  })
  return code
}

/** How an adapter is called in `sv`: by its well-known name, not by its namespace. */
const nameOfChain = ({ namespace }: Options["chains"][number]) => {
  switch (namespace) {
    case "eip155":
      return "evm"
    case "bip122":
      return "bitcoin"
    case "solana":
    case "polkadot":
      return namespace
  }
}

/** What is asked where the code to ask with could not be loaded; it is loaded again for whoever asks next. */
const unreachable: Rpc = {
  request: (method) =>
    Effect.fail(new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: lost } })),
  pin: Effect.suspend(() => Effect.succeed(unreachable)),
}

/** What JSON-RPC goes to does not speak for nodes that speak something else. */
const noProxy = { excludes: () => true }

const rpcByNetwork = (
  options: Options,
  gate: SupportedNetworks | null,
  around: Context.Context<Fetch | Hosts | Scope.Scope>,
): Clients["rpcOf"] => {
  const made = new Map<string, Rpc>()
  const { chains, projectId, customRpcUrls, endpoints } = options
  const baseUrl = endpoints.blockchain
  const proxy = baseUrl === undefined || gate === null ? null : { baseUrl, projectId, gate }
  return (network) =>
    Effect.suspend(() => {
      const { caipNetworkId, chainNamespace } = network
      const key = gate?.excludes(caipNetworkId) ? `${caipNetworkId} without the proxy` : caipNetworkId
      const known = made.get(key)
      if (known !== undefined) return Effect.succeed(known)
      const makeOwn = chains.find(({ namespace }) => namespace === chainNamespace)?.makeRpc
      const tiers = makeNodeTiers({
        network,
        own: customRpcUrls[caipNetworkId] ?? [],
        proxy: proxy && makeOwn ? { ...proxy, gate: noProxy } : proxy,
      })
      const make = makeOwn
        ? Effect.orElseSucceed(Effect.tryPromise(makeOwn), () => null)
        : Effect.succeed(makeRpc)
      return make.pipe(
        Effect.flatMap((known) =>
          known === null
            ? Effect.succeed(unreachable)
            : Effect.tap(known({ tiers, poll: polls[chainNamespace] }), (rpc) =>
                Effect.sync(() => made.set(key, rpc)),
              ),
        ),
        // Nobody waits for the list, which comes from the proxy's own host: until it is there, the proxy is asked.
        Effect.tap(() =>
          gate === null
            ? Effect.void
            : Effect.forkIn(withSeparateCall(gate.supports(caipNetworkId)), Context.get(around, Scope.Scope)),
        ),
        Effect.provideContext(around),
      )
    })
}

/** Wallets that are asked for, of which fewer may be shown. */
const recommendedEntries = 4

const walletsOf = (
  client: WalletDirectory,
  options: Options,
  warn: OutsideSurroundings["warn"],
): Directory => {
  const ask = (request: WalletsRequest) =>
    client.wallets({ page: 1, ...request }).pipe(
      Effect.map(({ count, data }) => ({ entries: entriesOf(client)(data), count })),
      Effect.catch((error) => {
        warn(`The wallet directory could not be read: ${error.message}`)
        return Effect.succeed({ entries: [], count: null })
      }),
    )
  return {
    // A directory may give others than were asked for.
    byIds: (ids) =>
      Effect.map(ask({ entries: ids.length, include: ids }), ({ entries }) =>
        ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []),
      ),
    recommended: (exclude) =>
      ask({
        entries: recommendedEntries,
        chains: options.networks.map((network) => network.caipNetworkId),
        include: options.includedWallets,
        exclude,
      }),
  }
}

const noProfile: Profile = { name: null, image: null }

/** The identity, and where that knows no name, the first one that is registered for the address. */
const profilesOf =
  ({ identities, knownNames }: Upstream): Clients["profileOf"] =>
  (address, { caipNetworkId, chainNamespace, testnet }) =>
    chainNamespace !== "eip155" || testnet === true
      ? Effect.succeed(noProfile)
      : Effect.gen(function* () {
          const identity = yield* Effect.result(identities.get(caipNetworkId, address))
          const { name, avatar } = Result.isSuccess(identity) ? identity.success.value : nobody
          const named = name === null ? null : shownName(name)
          const image = avatar !== null && /^(https:\/\/|data:image\/)/i.test(avatar) ? avatar : null
          if (named !== null) return { name: named, image }
          const registered = yield* Effect.result(knownNames.get(caipNetworkId, address))
          const [first] = Result.isSuccess(registered) ? registered.success.value : []
          return { name: first?.name === undefined ? null : shownName(first.name), image }
        })

const nobody = { name: null, avatar: null }

const shownName = (name: string): string | null => sanitizeLine(name, 64) || null
