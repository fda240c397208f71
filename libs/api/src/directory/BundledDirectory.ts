import { Effect } from "effect"
import { ApiError } from "../contract/ApiError.ts"
import type { Route } from "../contract/Contract.ts"
import { bundledWallets } from "./bundledWallets.ts"
import { getAssetImage, getCurrencyImage, getTokenImage, getWalletImage } from "./contract.ts"
import type { Directory, WalletsRequest } from "./Directory.ts"

/** What a directory gives where it is not told how much. */
const entriesPerPage = 40

/** The directory of a page that was given none: a few well-known wallets, without pictures. Asks nobody. */
export const bundledDirectory: Directory = {
  wallets: (request) =>
    Effect.sync(() => {
      const { page = 1, entries = entriesPerPage } = request
      const matching = bundledWallets.filter(matches(request))
      return { count: matching.length, data: matching.slice((page - 1) * entries, page * entries) }
    }),
  walletImage: () => none(getWalletImage),
  assetImage: () => none(getAssetImage),
  tokenImage: () => none(getTokenImage),
  currencyImage: () => none(getCurrencyImage),
  walletImageUrl: () => null,
  assetImageUrl: () => null,
}

const matches = ({ chains = [], include = [], exclude = [], search = "", badge }: WalletsRequest) => {
  const namespaces = chains.map(namespaceOf)
  const text = search.trim().toLowerCase()
  return (wallet: (typeof bundledWallets)[number]) =>
    (include.length === 0 || include.includes(wallet.id)) &&
    !exclude.includes(wallet.id) &&
    (namespaces.length === 0 || (wallet.chains ?? []).some((id) => namespaces.includes(namespaceOf(id)))) &&
    wallet.name.toLowerCase().includes(text) &&
    // Nobody certified any of them.
    badge === undefined
}

const namespaceOf = (networkId: string) => networkId.split(":", 1)[0]

const none = ({ pattern }: Route<string>) =>
  Effect.fail(new ApiError({ host: "", call: pattern, reason: { _tag: "NoEndpoint" } }))
