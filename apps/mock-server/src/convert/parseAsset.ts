import type { Network } from "@wmodal/protocol"
import { swapNetworks } from "@wmodal/protocol/networks"
import { type Asset, getPricedAssets, getTradedAssets, isNative } from "../evm/assets.ts"
import { parseEvmAccount } from "../http/EvmAccount.ts"
import { RequestError } from "../http/RequestError.ts"

/** CAIP-2 id to network, for the twelve networks with swaps. */
export const swapNetworksById: ReadonlyMap<string, Network> = new Map(
  swapNetworks.map((network) => [network.caipNetworkId, network]),
)

/** Returns the CAIP-10 id. The wire writes the native currency's placeholder address in lower case. */
export const toCaipAddress = (asset: Asset): string =>
  `${asset.network.caipNetworkId}:${isNative(asset) ? asset.address.toLowerCase() : asset.address}`

/**
 * Parses the asset of a CAIP-10 field, in any case, traded or only priced.
 * @throws Failed when the address is invalid, its network is not served, or the token is unknown.
 */
export const parseAsset = (field: string, text: string): Asset => findAssetIn(field, text, getPricedAssets)

/**
 * Parses the asset of a CAIP-10 field, in any case.
 * @throws Failed when the address is invalid, its network has no swaps, or the exchange does not trade it.
 */
export const parseTradedAsset = (field: string, text: string): Asset => {
  const asset = findAssetIn(field, text, getTradedAssets)
  if (!swapNetworksById.has(asset.network.caipNetworkId))
    throw new RequestError({ status: 400, field, description: "Network is not supported" })
  return asset
}

const findAssetIn = (field: string, text: string, among: typeof getPricedAssets): Asset => {
  const { network, address } = parseEvmAccount(field, text)
  const asset = among(network).find((one) => one.address.toLowerCase() === address)
  if (asset === undefined)
    throw new RequestError({ status: 400, field, description: "Token is not supported" })
  return asset
}
