import {
  type Convert,
  makeConvert,
  makePrices,
  type Prices,
  type SupportedNetworks,
  type SupportedNetworksOptions,
} from "@wmodal/api"
import type { Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import type { EngineServices } from "./EngineServices.ts"

/** The service that quotes, builds and prices swaps. */
export interface Exchange {
  readonly convert: Convert
  readonly prices: Prices
  readonly gate: SupportedNetworks
  /** The prices of another operator, with which each swap is compared; `null` if none is configured. */
  readonly secondPrices: Prices | null
}

/** The second source states no networks: it has no price where it serves none. */
const everyNetwork: SupportedNetworksOptions["gate"] = {
  supports: () => Effect.succeed(true),
  excludes: () => false,
}

/** Creates the exchange; `null` without a blockchain endpoint. */
export const makeExchange = ({
  clients: { api },
  options: { endpoints },
}: Pick<EngineServices, "clients" | "options">): Effect.Effect<Exchange | null, never, Fetch> =>
  Effect.gen(function* () {
    if (api === null) return null
    const { caller, gate } = api
    const options = { ...caller, gate }
    const baseUrl = endpoints.prices
    return {
      gate,
      convert: yield* makeConvert(options),
      prices: yield* makePrices(options),
      secondPrices:
        baseUrl === undefined ? null : yield* makePrices({ ...caller, baseUrl, gate: everyNetwork }),
    }
  })
