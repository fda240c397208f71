import { Effect } from "effect"
import { bundledWallets } from "./bundledWallets.ts"
import type { Directory, WalletsRequest } from "./Directory.ts"

/** Default page size of the directory. */
const defaultEntriesPerPage = 40

/** The default directory of a host without one: a few well-known wallets, without images or requests. */
export const bundledDirectory: Directory = {
  wallets: (request) =>
    Effect.sync(() => {
      const { page = 1, entries = defaultEntriesPerPage } = request
      const matching = bundledWallets.filter(matchesRequest(request))
      return { count: matching.length, data: matching.slice((page - 1) * entries, page * entries) }
    }),
  walletImageUrl: () => null,
  assetImageUrl: () => null,
  tokenImageUrl: () => null,
  currencyImageUrl: () => null,
}

const matchesRequest = ({ chains = [], include = [], exclude = [], search = "", badge }: WalletsRequest) => {
  const namespaces = chains.map(getNamespace)
  const text = search.trim().toLowerCase()
  return (wallet: (typeof bundledWallets)[number]) =>
    (include.length === 0 || include.includes(wallet.id)) &&
    !exclude.includes(wallet.id) &&
    (namespaces.length === 0 || (wallet.chains ?? []).some((id) => namespaces.includes(getNamespace(id)))) &&
    wallet.name.toLowerCase().includes(text) &&
    // None of them is certified.
    badge === undefined
}

const getNamespace = (networkId: string) => networkId.split(":", 1)[0]
