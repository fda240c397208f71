import { postFungiblePrice } from "@wmodal/api"
import type { Hono } from "hono"
import { bitcoinFungible } from "../bitcoin/bitcoinFungible.ts"
import { priceOf } from "../blockchain/prices.ts"
import { tokenIcon } from "../blockchain/tokenIcon.ts"
import { caipAddressOf, parseAsset } from "../convert/parseAsset.ts"
import { readTokenPrices } from "../evm/account/tokenPrices.ts"
import type { Env } from "../http/Env.ts"
import { Failed } from "../http/Failed.ts"
import { implement } from "../http/implement.ts"
import { solanaFungible } from "../solana/account/solanaFungible.ts"

/** Prices: of the first address alone, for that is what the servers of this wire do. */
export const addPriceRoutes = (app: Hono<Env>): void =>
  implement(app, postFungiblePrice, {
    maxAge: 0,
    answer: async ({ body, world, origin }) => {
      const [first] = body.addresses
      if (first === undefined)
        throw new Failed({ status: 400, field: "addresses", description: "There is no address" })
      const listed = solanaFungible(first, origin) ?? bitcoinFungible(first, origin)
      if (listed !== null) return { fungibles: [listed] }
      const asset = parseAsset("addresses", first)
      const { network, name, symbol, decimals } = asset
      const prices = await readTokenPrices(await world.chain(network), network)
      const price = prices.get(asset.address.toLowerCase()) ?? priceOf(symbol, network)
      return {
        fungibles: [
          {
            address: caipAddressOf(asset),
            name,
            symbol,
            iconUrl: tokenIcon(origin, symbol),
            price,
            decimals,
          },
        ],
      }
    },
  })
