import {
  bundledDirectory,
  formatSdkVersion,
  makeDirectory,
  type Directory as WalletDirectory,
  type WalletsRequest,
} from "@wmodal/api"
import { Clock, currentHosts, Fetch, Hosts, lazy, type Network } from "@wmodal/protocol"
import { Effect } from "effect"
import type { WalletCount } from "../connectors/Connectors.ts"
import type { FetchDirectoryWallets } from "../connectors/DirectoryWallets.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { Options } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"
import type { EngineError } from "../problems/EngineError.ts"
import { makeToWalletEntries } from "../wallets/makeToWalletEntries.ts"
import { makeNetworkLog, type NetworkNote, type OpenNetworkLog } from "./networkLog.ts"

export interface ClientsDeps {
  readonly options: Options
  readonly platform: Platform["Service"]["name"]
  readonly warn: (text: string) => void
  /** Called for each request, before it is sent. */
  readonly onRequest: (note: NetworkNote) => void
}

/** The wallet directory, which is the first to be requested, and what all clients share with it. */
export interface OpenedDirectory {
  /** The directory's client, or the bundled list without a directory endpoint. */
  readonly client: WalletDirectory
  readonly fetchDirectoryWallets: FetchDirectoryWallets
  /** Returns the network's own image, else the directory's, else `null`. Fails when the code could not be loaded. */
  readonly networkImageUrl: (network: Network) => Effect.Effect<string | null, EngineError>
  /** The `sv` parameter of requests. */
  readonly sdk: string
  readonly hosts: Hosts["Service"]
  readonly networkLog: OpenNetworkLog
  /** The client of all requests, which logs them. */
  readonly fetch: Fetch["Service"]
}

export const openDirectory = Effect.fnUntraced(function* ({
  options,
  platform,
  warn,
  onRequest,
}: ClientsDeps) {
  const hosts = yield* currentHosts
  const sdk = formatSdkVersion({ platform, chains: options.chains.map(({ namespace }) => namespace) })
  const { projectId, endpoints } = options
  const { currentTimeMillisUnsafe: now } = yield* Clock.Clock
  const networkLog = makeNetworkLog({ ...options, now, onRequest })
  const fetch = networkLog.watch(yield* Fetch)
  const client =
    endpoints.directory === undefined
      ? bundledDirectory
      : yield* makeDirectory({ baseUrl: endpoints.directory, projectId, sdk }).pipe(
          Effect.provideService(Hosts, hosts),
          Effect.provideService(Fetch, fetch),
        )
  const images = loadPart(lazy(() => import("./getImageId.ts")))
  const opened: OpenedDirectory = {
    client,
    fetchDirectoryWallets: makeFetchDirectoryWallets(client, options, warn),
    networkImageUrl: (network) =>
      network.assets?.imageUrl === undefined
        ? Effect.map(images, ({ getImageId }) => {
            const id = getImageId(network)
            return id === undefined ? null : client.assetImageUrl(id)
          })
        : Effect.succeed(network.assets.imageUrl),
    sdk,
    hosts,
    networkLog,
    fetch,
  }
  return opened
})

/** The number of requested wallets, of which fewer may be shown. */
const maxRecommendedEntries = 4

const isDirectoryId = (name: string) => /^[0-9a-f]{64}$/.test(name)

const makeFetchDirectoryWallets =
  (client: WalletDirectory, options: Options, warn: ClientsDeps["warn"]): FetchDirectoryWallets =>
  (recent) => {
    const { featuredWallets, excludedWallets, includedWallets } = options
    const ask = (request: WalletsRequest) =>
      client.wallets({ page: 1, ...request }).pipe(
        Effect.map(({ count, data }) => ({ entries: makeToWalletEntries(client)(data), count })),
        Effect.catch((error) => {
          warn(`The wallet directory could not be read: ${error.message}`)
          return Effect.succeed(null)
        }),
      )
    /** Fetches these wallets in this order; `null` if they could not be read. A directory may return others, too. */
    const fetchByIds = (ids: readonly string[]) =>
      ids.length === 0
        ? Effect.succeed([])
        : Effect.map(ask({ entries: ids.length, include: ids }), (page) =>
            page === null ? null : ids.flatMap((id) => page.entries.find((entry) => entry.id === id) ?? []),
          )
    const excludedIds = excludedWallets.filter(isDirectoryId)
    const recentIds = recent.filter(isDirectoryId)
    return Effect.map(
      Effect.all(
        [
          fetchByIds(featuredWallets),
          ask({
            entries: maxRecommendedEntries,
            chains: options.networks.map((network) => network.caipNetworkId),
            include: includedWallets,
            exclude: [...excludedIds, ...featuredWallets],
          }),
          fetchByIds(excludedIds),
          fetchByIds(recentIds.filter((id) => !featuredWallets.includes(id))),
        ],
        { concurrency: "unbounded" },
      ),
      ([featured, recommended, excluded, used]) => ({
        featured: featured ?? [],
        recommended: recommended?.entries ?? [],
        used: used ?? [],
        excluded: (excluded ?? []).flatMap(({ name, rdns }) => (rdns === null ? [name] : [name, rdns])),
        count:
          featured === null || recommended === null || excluded === null || used === null
            ? "failed"
            : toWalletCount(recommended.count + featured.length),
      }),
    )
  }

const toWalletCount = (all: number): WalletCount => {
  const atLeast = all < 10 ? all : all - (all % 10)
  return { atLeast, exact: atLeast === all }
}
