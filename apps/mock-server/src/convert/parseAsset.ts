import type { Network } from "@wmodal/protocol"
import { swapNetworks } from "@wmodal/protocol/networks"
import { type Asset, getPricedAssets, getTradedAssets, isNative } from "../evm/assets.ts"
import { parseEvmAccount } from "../http/EvmAccount.ts"
import { RequestError } from "../http/RequestError.ts"

/** CAIP-2 id to network, for the twelve on which there are swaps. */
export const swapNetworksById: ReadonlyMap<string, Network> = new Map(
  swapNetworks.map((network) => [network.caipNetworkId, network]),
)

/** CAIP-10. On the wire the address that stands for the native currency is in lower case. */
export const toCaipAddress = (asset: Asset): string =>
  `${asset.network.caipNetworkId}:${isNative(asset) ? asset.address.toLowerCase() : asset.address}`

/**
 * The asset that a field names by CAIP-10, in any case, whether it is traded or only has a price.
 * @throws Failed when it is no address, its network is not served, or we know of no such token.
 */
export const parseAsset = (field: string, text: string): Asset => findAssetIn(field, text, getPricedAssets)

/**
 * The asset that a field names by CAIP-10, in any case.
 * @throws Failed when it is no address, there are no swaps on its network, or the exchange does not trade it.
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
