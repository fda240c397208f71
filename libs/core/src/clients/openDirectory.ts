import {
  bundledDirectory,
  formatSdkVersion,
  makeDirectory,
  type Directory as WalletDirectory,
  type WalletsRequest,
} from "@wmodal/api"
import { currentHosts, Hosts, type Network } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Directory } from "../connectors/Directory.ts"
import type { Options } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"
import { makeToWalletEntries } from "../wallets/makeToWalletEntries.ts"

export interface ClientsDeps {
  readonly options: Options
  readonly platform: Platform["Service"]["name"]
  readonly warn: (text: string) => void
}

/** The wallet directory, which is the first to be requested, and what all clients share with it. */
export interface OpenedDirectory {
  /** The directory's client, or the bundled list without a directory endpoint. */
  readonly client: WalletDirectory
  readonly directory: Directory
  /** Returns the network's own image, else the directory's, else `null`. */
  readonly networkImageUrl: (network: Network) => string | null
  /** The `sv` parameter of requests. */
  readonly sdk: string
  readonly hosts: Hosts["Service"]
}

export const openDirectory = Effect.fnUntraced(function* ({ options, platform, warn }: ClientsDeps) {
  const hosts = yield* currentHosts
  const sdk = formatSdkVersion({ platform, chains: options.chains.map(getAdapterName) })
  const { projectId, endpoints } = options
  const client =
    endpoints.directory === undefined
      ? bundledDirectory
      : yield* Effect.provideService(
          makeDirectory({ baseUrl: endpoints.directory, projectId, sdk }),
          Hosts,
          hosts,
        )
  const opened: OpenedDirectory = {
    client,
    directory: makeDirectoryQueries(client, options, warn),
    networkImageUrl: ({ assets }) =>
      assets?.imageUrl ?? (assets?.imageId ? client.assetImageUrl(assets.imageId) : null),
    sdk,
    hosts,
  }
  return opened
})

/** Returns the adapter's well-known name for `sv`, which is not its namespace. */
const getAdapterName = ({ namespace }: Options["chains"][number]) => {
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

/** The number of requested wallets, of which fewer may be shown. */
const maxRecommendedEntries = 4

const makeDirectoryQueries = (
  client: WalletDirectory,
  options: Options,
  warn: ClientsDeps["warn"],
): Directory => {
  const ask = (request: WalletsRequest) =>
    client.wallets({ page: 1, ...request }).pipe(
      Effect.map(({ count, data }) => ({ entries: makeToWalletEntries(client)(data), count })),
      Effect.catch((error) => {
        warn(`The wallet directory could not be read: ${error.message}`)
        return Effect.succeed({ entries: [], count: null })
      }),
    )
  return {
    // A directory may return wallets that were not requested.
    byIds: (ids) =>
      Effect.map(ask({ entries: ids.length, include: ids }), ({ entries }) =>
        ids.flatMap((id) => entries.find((entry) => entry.id === id) ?? []),
      ),
    recommended: (exclude) =>
      ask({
        entries: maxRecommendedEntries,
        chains: options.networks.map((network) => network.caipNetworkId),
        include: options.includedWallets,
        exclude,
      }),
  }
}
