import {
  addressKey,
  bundledDirectory,
  type ChainGate,
  cacheTimes,
  gateBlockchain,
  type Identities,
  makeBlockchain,
  makeChainGate,
  makeDirectory,
  makeIdentities,
  makeKeyedCache,
  nodeTiers,
  sdkVersion,
  type Directory as WalletDirectory,
  type WalletsRequest,
} from "@wmodal/api"
import { printableLine } from "@wmodal/chains"
import {
  apart,
  type Fetch,
  Hosts,
  hostsInUse,
  makeRpc,
  type Network,
  polls,
  type Rpc,
} from "@wmodal/protocol"
import { Context, Effect, Scope } from "effect"
import type { BalanceQuestion, NativeBalances, Profile } from "../account/makeAccount.ts"
import type { Directory } from "../connectors/Directory.ts"
import type { Options } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"

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
  /** Each request that these clients sent. */
  readonly attempts: Hosts["Service"]["attempts"]
}

export const makeClients = Effect.fnUntraced(
  function* ({ options, platform, warn }: OutsideSurroundings) {
    const sdk = sdkVersion({ platform, chains: options.chains.map(nameOfChain) })
    const upstream = (baseUrl: string) => ({ baseUrl, projectId: options.projectId, sdk })
    const { directory, blockchain } = options.endpoints
    const wallets = directory === undefined ? bundledDirectory : yield* makeDirectory(upstream(directory))
    const api = blockchain === undefined ? null : yield* makeBlockchain(upstream(blockchain))
    const gate = api && makeChainGate(api.supportedChains)
    const clients: Clients = {
      rpcOf: rpcByNetwork(options, gate, yield* Effect.context<Fetch | Hosts | Scope.Scope>()),
      balances: yield* makeKeyedCache({
        lifetime: cacheTimes.nativeBalance,
        capacity: 100,
        key: ({ account }: BalanceQuestion) => addressKey(account),
        read: ({ read }) => read,
      }),
      directory: walletsOf(wallets, options, warn),
      networkImageUrl: ({ assets }) =>
        assets?.imageUrl ?? (assets?.imageId ? wallets.assetImageUrl(assets.imageId) : null),
      profileOf:
        api === null || gate === null
          ? () => Effect.succeed(noProfile)
          : profilesOf(yield* makeIdentities({ blockchain: gateBlockchain(api, gate), gate })),
      attempts: (yield* Hosts).attempts,
    }
    return clients
  },
  // They share what they learn of hosts.
  Effect.provideServiceEffect(Hosts, hostsInUse),
)

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

const rpcByNetwork = (
  options: Options,
  gate: ChainGate | null,
  around: Context.Context<Fetch | Hosts | Scope.Scope>,
): Clients["rpcOf"] => {
  const made = new Map<string, Rpc>()
  const { projectId, customRpcUrls, endpoints } = options
  const baseUrl = endpoints.blockchain
  const proxy = baseUrl === undefined || gate === null ? null : { baseUrl, projectId, gate }
  return (network) =>
    Effect.suspend(() => {
      const { caipNetworkId, chainNamespace } = network
      const key = gate?.excludes(caipNetworkId) ? `${caipNetworkId} without the proxy` : caipNetworkId
      const known = made.get(key)
      if (known !== undefined) return Effect.succeed(known)
      const tiers = nodeTiers({ network, own: customRpcUrls[caipNetworkId] ?? [], proxy })
      return makeRpc({ tiers, poll: polls[chainNamespace] }).pipe(
        Effect.tap((rpc) => Effect.sync(() => made.set(key, rpc))),
        // Nobody waits for the list, which comes from the proxy's own host: until it is there, the proxy is asked.
        Effect.tap(() =>
          gate === null
            ? Effect.void
            : Effect.forkIn(apart(gate.supports(caipNetworkId)), Context.get(around, Scope.Scope)),
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
      Effect.map(({ data }) => data),
      Effect.catch((error) => {
        warn(`The wallet directory could not be read: ${error.message}`)
        return Effect.succeed([])
      }),
    )
  return {
    byIds: (ids) => ask({ entries: ids.length, include: ids }),
    recommended: (exclude) =>
      ask({
        entries: recommendedEntries,
        chains: options.networks.map((network) => network.caipNetworkId),
        exclude,
      }),
    imageUrl: client.walletImageUrl,
  }
}

const noProfile: Profile = { name: null, image: null }

const profilesOf =
  (identities: Identities): Clients["profileOf"] =>
  (address, { caipNetworkId, chainNamespace, testnet }) =>
    chainNamespace !== "eip155" || testnet === true
      ? Effect.succeed(noProfile)
      : identities.of(caipNetworkId, address).pipe(
          Effect.map(({ value: { name, avatar } }) => ({
            name: name === null ? null : printableLine(name, 64) || null,
            image: avatar !== null && /^(https:\/\/|data:image\/)/i.test(avatar) ? avatar : null,
          })),
          Effect.orElseSucceed(() => noProfile),
        )
