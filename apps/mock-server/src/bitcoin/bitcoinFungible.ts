import type { postFungiblePrice } from "@wmodal/api"
import type * as z from "zod/mini"
import { getPrice } from "../blockchain/prices.ts"
import { getTokenIconUrl } from "../blockchain/tokenIcon.ts"
import { bitcoinNetworks } from "./bitcoinNetworks.ts"

type BitcoinFungible = z.output<typeof postFungiblePrice.response>["fungibles"][number]

/**
 * Finds BTC by its CAIP-10 id, where `0x` replaces the missing address; `null` for any other id. Source: the AppKit
 * 1.7.2 wire.
 */
export const findBitcoinFungible = (text: string, origin: string): BitcoinFungible | null => {
  const network = bitcoinNetworks.get(text.replace(/:0x$/, ""))?.network
  if (network === undefined || !text.endsWith(":0x")) return null
  const { decimals, name, symbol } = network.nativeCurrency
  return {
    address: text,
    name,
    symbol,
    iconUrl: getTokenIconUrl(origin, symbol),
    price: getPrice(symbol, network),
    decimals,
  }
}
