import { postFungiblePrice } from "@wmodal/api"
import type { Hono } from "hono"
import { findBitcoinFungible } from "../bitcoin/bitcoinFungible.ts"
import { getPrice } from "../blockchain/prices.ts"
import { getTokenIconUrl } from "../blockchain/tokenIcon.ts"
import { parseAsset, toCaipAddress } from "../convert/parseAsset.ts"
import { fetchTokenPrices } from "../evm/account/tokenPrices.ts"
import type { Env } from "../http/Env.ts"
import { mountContract } from "../http/mountContract.ts"
import { RequestError } from "../http/RequestError.ts"
import { findSolanaFungible } from "../solana/account/solanaFungible.ts"

/**
 * Adds the price routes: those of the exchange, and under `/prices` those of a second source, which
 * agrees with them until a fault changes one of the two.
 * Like the servers of this wire, they price the first address only.
 */
export const addPriceRoutes = (app: Hono<Env>): void => {
  mountPrices(app)
  mountPrices(app.basePath("/prices"))
}

const mountPrices = (app: Hono<Env>): void =>
  mountContract(app, postFungiblePrice, {
    maxAge: 0,
    answer: async ({ body, world, origin }) => {
      const [first] = body.addresses
      if (first === undefined)
        throw new RequestError({ status: 400, field: "addresses", description: "No address given" })
      const listed = findSolanaFungible(first, origin) ?? findBitcoinFungible(first, origin)
      if (listed !== null) return { fungibles: [listed] }
      const asset = parseAsset("addresses", first)
      const { network, name, symbol, decimals } = asset
      const prices = await fetchTokenPrices(await world.chain(network), network)
      const price = prices.get(asset.address.toLowerCase()) ?? getPrice(symbol, network)
      return {
        fungibles: [
          {
            address: toCaipAddress(asset),
            name,
            symbol,
            iconUrl: getTokenIconUrl(origin, symbol),
            price,
            decimals,
          },
        ],
      }
    },
  })
