import type { CaipAddress, CaipNetworkId, Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { callIfSupported, type SupportedNetworksOptions } from "../supportedNetworks/SupportedNetworks.ts"
import { type Fungible, postFungiblePrice } from "./contract.ts"

/** Token prices, in US dollars. */
export interface Prices {
  /** Returns the price of one token, the limit of some servers. None when `network`, the active one, is not served. */
  readonly price: (request: {
    readonly network: CaipNetworkId
    readonly token: CaipAddress
  }) => Effect.Effect<readonly Fungible[], ApiError>
}

/** Creates a cache of token prices. Unsupported networks have none. */
export const makePrices = Effect.fnUntraced(function* (
  options: SupportedNetworksOptions,
): Effect.fn.Return<Prices, never, Fetch> {
  const { gate, projectId } = options
  const { read } = yield* makeApiClient(options)
  return {
    price: ({ network, token }) => {
      const body = { currency: "usd" as const, addresses: [token], projectId }
      return callIfSupported(
        gate,
        network,
        [],
        read(postFungiblePrice, { params: {}, query: {}, body }).pipe(
          Effect.map(({ fungibles }) => fungibles),
        ),
      )
    },
  }
})
