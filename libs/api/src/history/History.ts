import type { CaipNetworkId, Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeApiClient } from "../contract/ApiClient.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { callIfSupported, type SupportedNetworksOptions } from "../supportedNetworks/SupportedNetworks.ts"
import { getHistory, type HistoryPage } from "./contract.ts"

/** The history of an address, newest first. */
export interface History {
  /** Returns a page; empty when `network`, the active one, is not served. */
  readonly page: (request: {
    readonly network: CaipNetworkId
    /** Plain. */
    readonly address: string
    /** `next` of the previous page. */
    readonly cursor?: string
    readonly onramp?: "coinbase"
    /** Limits the history to this network. */
    readonly chainId?: CaipNetworkId
  }) => Effect.Effect<HistoryPage, ApiError>
}

/** Creates the client of transaction histories. Unsupported networks have an empty history. */
export const makeHistory = Effect.fnUntraced(function* (
  options: SupportedNetworksOptions,
): Effect.fn.Return<History, never, Fetch> {
  const caller = yield* makeApiClient(options)
  return {
    page: ({ network, address, cursor, onramp, chainId }) =>
      callIfSupported(
        options.gate,
        network,
        { data: [], next: undefined },
        caller.read(getHistory, {
          params: { address },
          query: { cursor, onramp, chainId },
          body: undefined,
          // A purchase is watched until it ends.
          ...(onramp && { cache: "no-cache" as const }),
        }),
      ),
  }
})
