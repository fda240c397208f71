import type { OnrampOptions, PurchaseCurrency } from "@wmodal/api"
import { type Asset, getTradedAssets, isNative } from "../evm/assets.ts"
import { makeSeededRandom } from "../world/SeededRandom.ts"
import { blockchains } from "./blockchains.ts"
import { paymentCurrencies } from "./payment.ts"

const soldAssets = [...blockchains].flatMap(([blockchain, network]) =>
  getTradedAssets(network).map((asset) => ({ blockchain, asset })),
)

const toPurchaseCurrency = ({ name, symbol }: Asset): PurchaseCurrency => ({
  id: makeSeededRandom(`onramp: ${symbol}`).uuid(),
  name,
  symbol,
  networks: soldAssets
    .filter(({ asset }) => asset.symbol === symbol)
    .map(({ blockchain, asset }) => ({
      name: `${blockchain}-mainnet`,
      display_name: asset.network.name,
      chain_id: String(asset.network.id),
      contract_address: isNative(asset) ? "" : asset.address,
    })),
})

/** One asset per symbol. */
export const onrampAssets: readonly Asset[] = [
  ...new Map(soldAssets.map(({ asset }) => [asset.symbol, asset] as const)).values(),
]

/** The assets for sale and the payment currencies. */
export const onrampOptions: OnrampOptions = {
  paymentCurrencies: [...paymentCurrencies],
  purchaseCurrencies: onrampAssets.map(toPurchaseCurrency),
}
