import { makeBlockchain, makeDirectory, proxyNode, sdkVersion, type WalletsRequest } from "@wmodal/api"
import { printableLine } from "@wmodal/chains"
import { Fetch, makeRpc, type Network, type Rpc } from "@wmodal/protocol"
import { Clock, Effect } from "effect"
import type { Profile } from "../account/makeAccount.ts"
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
  /** `null` without a directory endpoint. */
  readonly directory: Directory | null
  /** The network's own picture, else the directory's, else `null`. */
  readonly networkImageUrl: (network: Network) => string | null
  /** Never fails: what it cannot find is unknown. */
  readonly profileOf: (address: string, network: Network) => Effect.Effect<Profile>
}

export const makeClients = ({ options, platform, warn }: OutsideSurroundings) =>
  Effect.gen(function* () {
    const fetch = yield* Fetch
    const sdk = sdkVersion({ platform, chains: options.chains.map(nameOfChain) })
    const upstream = (baseUrl: string) => ({ baseUrl, projectId: options.projectId, sdk })
    const { directory, blockchain } = options.endpoints
    const wallets = directory === undefined ? null : yield* makeDirectory(upstream(directory))
    const clients: Clients = {
      rpcOf: rpcByNetwork(options, fetch),
      directory: wallets && walletsOf(wallets, options, warn),
      networkImageUrl: ({ assets }) =>
        assets?.imageUrl ?? (assets?.imageId ? (wallets?.assetImageUrl(assets.imageId) ?? null) : null),
      profileOf:
        blockchain === undefined
          ? () => Effect.succeed(noProfile)
          : profilesOf(yield* makeBlockchain(upstream(blockchain))),
    }
    return clients
  })

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

/** The operator's nodes first, then the endpoint's proxy, then the network's own. */
const rpcByNetwork = (options: Options, fetch: Fetch["Service"]): Clients["rpcOf"] => {
  const made = new Map<string, Rpc>()
  const { projectId, customRpcUrls, endpoints } = options
  return ({ caipNetworkId, rpcUrls }) =>
    Effect.suspend(() => {
      const known = made.get(caipNetworkId)
      if (known !== undefined) return Effect.succeed(known)
      const baseUrl = endpoints.blockchain
      const proxy = baseUrl === undefined ? [] : [proxyNode({ baseUrl, projectId, network: caipNetworkId })]
      const tiers = [customRpcUrls[caipNetworkId] ?? [], proxy, rpcUrls.default.http]
      return makeRpc({ tiers }).pipe(
        Effect.provideService(Fetch, fetch),
        Effect.tap((rpc) => Effect.sync(() => made.set(caipNetworkId, rpc))),
      )
    })
}

/** Wallets that are asked for, of which fewer may be shown. */
const recommendedEntries = 4

const walletsOf = (
  client: Effect.Success<ReturnType<typeof makeDirectory>>,
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

/** Milliseconds that a profile counts as fresh. */
const profileFreshness = 300_000

const profilesOf = (client: Effect.Success<ReturnType<typeof makeBlockchain>>): Clients["profileOf"] => {
  const held = new Map<string, { readonly profile: Profile; readonly until: number }>()
  let supported: readonly string[] | null = null

  const ask = (address: string, network: Network) =>
    Effect.gen(function* () {
      supported ??= (yield* client.supportedChains).http
      if (!supported.includes(network.caipNetworkId)) return noProfile
      const { name, avatar } = yield* client.identity({ address, sender: address })
      const profile: Profile = {
        name: name === null ? null : printableLine(name, 64) || null,
        image: avatar !== null && /^(https:\/\/|data:image\/)/i.test(avatar) ? avatar : null,
      }
      return profile
    })

  return (address, network) =>
    Effect.gen(function* () {
      if (network.chainNamespace !== "eip155" || network.testnet === true) return noProfile
      const now = yield* Clock.currentTimeMillis
      const known = held.get(address)
      if (known !== undefined && known.until > now) return known.profile
      const profile = yield* ask(address, network)
      held.set(address, { profile, until: now + profileFreshness })
      return profile
    }).pipe(Effect.orElseSucceed(() => noProfile))
}
