import {
  type ApiClientOptions,
  type CachedNames,
  type Directory,
  type History,
  hasIdentities,
  type Identities,
  makeBlockchain,
  makeCachedNames,
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
} from "@wmodal/api"
import {
  Fetch,
  Hosts,
  type Lazy,
  lazy,
  makeRpc,
  type Network,
  parseNamedImage,
  polls,
  type Rpc,
  RpcError,
  sanitizeName,
  withSeparateCall,
} from "@wmodal/protocol"
import { Context, Effect, Result, Scope } from "effect"
import type { BalanceQuery, NativeBalances, Profile } from "../account/makeAccount.ts"
import { loadFailedMessage, loadPart } from "../effects/loadPart.ts"
import type { Flows } from "../flows/Flows.ts"
import type { Options } from "../options/Options.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import type { WalletsDeps } from "../wallets/makeWallets.ts"
import type { Wallets } from "../wallets/Wallets.ts"
import type { ClientsDeps, OpenedDirectory } from "./openDirectory.ts"

/** The clients of all remote services but the directory, by the configured endpoints. */
export interface Clients {
  readonly rpcOf: (network: Network) => Effect.Effect<Rpc>
  readonly balances: NativeBalances
  /** Fetches the profile. Never fails: a missing value is `null`. */
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
  /** The client of the blockchain endpoint; `null` without one. */
  readonly api: BlockchainApi | null
  /** The list of all wallets. Its code is loaded on first use. */
  readonly loadWallets: (
    deps: Omit<WalletsDeps, "directory" | "warn" | "options">,
  ) => Effect.Effect<Wallets, EngineError>
  /** Loads the code for holdings, activity and sending on first use. */
  readonly loadFlows: (deps: Omit<EngineServices, "clients">) => Effect.Effect<Flows, EngineError>
  /** The URLs of the directory's images; `null` when there are none. */
  readonly images: Pick<Directory, "tokenImageUrl" | "currencyImageUrl">
  /** The `sv` parameter of requests. */
  readonly sdk: string
}

/** The blockchain endpoint with its supported networks and its caches. */
export interface BlockchainApi {
  /** The options of clients that only flows use. */
  readonly caller: ApiClientOptions
  readonly gate: SupportedNetworks
  readonly portfolio: Portfolio
  readonly history: History
  readonly names: Names
  readonly knownNames: CachedNames
  readonly identities: Identities
}

const makeBlockchainApi = Effect.fnUntraced(function* (
  options: Parameters<typeof makeBlockchain>[0],
): Effect.fn.Return<BlockchainApi, never, Fetch | Scope.Scope> {
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
  function* ({ options, warn }: ClientsDeps, { sdk, client }: OpenedDirectory) {
    const { projectId, endpoints } = options
    const baseUrl = endpoints.blockchain
    const api = baseUrl === undefined ? null : yield* makeBlockchainApi({ baseUrl, projectId, sdk })
    const deps = yield* Effect.context<Fetch | Hosts | Scope.Scope>()
    const run = Effect.runPromiseWith(deps)
    let wallets: Lazy<Wallets> | null = null
    let flows: Lazy<Flows> | null = null
    const clients: Clients = {
      sdk,
      images: client,
      rpcOf: makeRpcByNetwork(options, api?.gate ?? null, deps),
      balances: yield* makeKeyedCache({
        staleTimeMs: staleTimesMs.nativeBalance,
        capacity: 100,
        key: ({ account }: BalanceQuery) => toAddressKey(account),
        read: ({ read }) => read,
      }),
      profileOf: api === null ? () => Effect.succeed(noProfile) : makeFetchProfile(api, options),
      api,
      loadWallets: (surroundings) => {
        wallets ??= lazy(async () => {
          const { makeWallets } = await import("../wallets/makeWallets.ts")
          return run(makeWallets({ ...surroundings, directory: client, options, warn }))
        })
        return loadPart(wallets)
      },
      loadFlows: (surroundings) => {
        flows ??= lazy(async () => {
          const { openFlows } = await import("../flows/openFlows.ts")
          return run(Effect.andThen(ensureOpen, openFlows({ ...surroundings, clients })))
        })
        return Effect.andThen(Effect.provideContext(ensureOpen, deps), loadPart(flows))
      },
    }
    return clients
  },
  // The clients share the directory's knowledge about hosts.
  (make, _, { hosts, fetch }) =>
    make.pipe(Effect.provideService(Hosts, hosts), Effect.provideService(Fetch, fetch)),
)

/** Fails when the engine has ended: a fiber of a closed scope ends at once, and its caller receives no result. */
const ensureOpen = Effect.flatMap(Effect.scope, ({ state }) =>
  state._tag === "Closed" ? Effect.fail(new EngineError({ reason: { _tag: "Cancelled" } })) : Effect.void,
)

/** Fails each request because the client's code could not be loaded; the next caller loads it again. */
const unreachableRpc: Rpc = {
  request: (method) =>
    Effect.fail(
      new RpcError({ method, host: "", reason: { _tag: "Unreachable", detail: loadFailedMessage } }),
    ),
  pin: Effect.suspend(() => Effect.succeed(unreachableRpc)),
}

/** A JSON-RPC proxy does not serve nodes with another protocol. */
const noProxy = { excludes: () => true }

const makeRpcByNetwork = (
  options: Options,
  gate: SupportedNetworks | null,
  deps: Context.Context<Fetch | Hosts | Scope.Scope>,
): Clients["rpcOf"] => {
  const made = new Map<string, Rpc>()
  const { chains, projectId, customRpcUrls, endpoints } = options
  const baseUrl = endpoints.blockchain
  const proxy = baseUrl === undefined || gate === null ? null : { baseUrl, projectId, gate }
  return (network) =>
    Effect.suspend(() => {
      const { caipNetworkId, chainNamespace } = network
      // A network can be replaced by one with other nodes.
      const key = JSON.stringify([caipNetworkId, gate?.excludes(caipNetworkId), network.rpcUrls])
      const known = made.get(key)
      if (known !== undefined) return Effect.succeed(known)
      const makeOwn = chains.find(({ namespace }) => namespace === chainNamespace)?.makeRpc
      // A user's own node is asked alone: what it answers is not mixed with another's.
      const tiers = network.addedByUser
        ? [network.rpcUrls.default.http]
        : makeNodeTiers({
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
            ? Effect.succeed(unreachableRpc)
            : Effect.tap(known({ tiers, poll: polls[chainNamespace] }), (rpc) =>
                Effect.sync(() => made.set(key, rpc)),
              ),
        ),
        // The list comes from the proxy's own host and is not awaited: until it is loaded, the proxy is requested.
        Effect.tap(() =>
          gate === null
            ? Effect.void
            : Effect.forkIn(
                withSeparateCall(Effect.option(gate.supports(caipNetworkId))),
                Context.get(deps, Scope.Scope),
              ),
        ),
        Effect.provideContext(deps),
      )
    })
}

const noProfile: Profile = { name: null, image: null }

/** Fetches the identity, and if that has no name, the first name registered for the address. */
const makeFetchProfile =
  ({ identities, knownNames }: BlockchainApi, { imageHosts }: Options): Clients["profileOf"] =>
  (address, network) => {
    const { caipNetworkId } = network
    return !hasIdentities(network)
      ? Effect.succeed(noProfile)
      : Effect.gen(function* () {
          const identity = yield* Effect.result(identities.get(caipNetworkId, address))
          const { name, avatar } = Result.isSuccess(identity) ? identity.success.value : emptyIdentity
          const named = name === null ? null : toDisplayName(name)
          const image = parseNamedImage(avatar, imageHosts)
          if (named !== null) return { name: named, image }
          const registered = yield* Effect.result(knownNames.get(caipNetworkId, address))
          const [first] = Result.isSuccess(registered) ? registered.success.value : []
          return { name: first?.name === undefined ? null : toDisplayName(first.name), image }
        })
  }

const emptyIdentity = { name: null, avatar: null }

/** Returns `null` for a name that is not seen whole: without a character that is not seen, it would be another's. */
const toDisplayName = (name: string): string | null =>
  name !== "" && sanitizeName(name) === name ? name : null
