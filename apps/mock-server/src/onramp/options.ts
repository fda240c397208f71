import type { OnrampOptions, PurchaseCurrency } from "@wmodal/api"
import { type Asset, isNative, tradedOn } from "../evm/assets.ts"
import { makeRandomStream } from "../world/RandomStream.ts"
import { blockchains } from "./blockchains.ts"
import { paymentCurrencies } from "./payment.ts"

const sold = [...blockchains].flatMap(([blockchain, network]) =>
  tradedOn(network).map((asset) => ({ blockchain, asset })),
)

const purchaseCurrency = ({ name, symbol }: Asset): PurchaseCurrency => ({
  id: makeRandomStream(`onramp: ${symbol}`).uuid(),
  name,
  symbol,
  networks: sold
    .filter(({ asset }) => asset.symbol === symbol)
    .map(({ blockchain, asset }) => ({
      name: `${blockchain}-mainnet`,
      display_name: asset.network.name,
      chain_id: String(asset.network.id),
      contract_address: isNative(asset) ? "" : asset.address,
    })),
})

/** One of each symbol that can be bought. */
export const onrampAssets: readonly Asset[] = [
  ...new Map(sold.map(({ asset }) => [asset.symbol, asset] as const)).values(),
]

/** What can be bought, and with what. */
export const onrampOptions: OnrampOptions = {
  paymentCurrencies: [...paymentCurrencies],
  purchaseCurrencies: onrampAssets.map(purchaseCurrency),
}
