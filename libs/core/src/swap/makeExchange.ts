import { type Convert, makeConvert, makePrices, type Prices, type SupportedNetworks } from "@wmodal/api"
import type { Fetch } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Clients } from "../clients/makeClients.ts"

/** The service that quotes, builds and prices swaps. */
export interface Exchange {
  readonly convert: Convert
  readonly prices: Prices
  readonly gate: SupportedNetworks
}

/** Creates the exchange; `null` without a blockchain endpoint. */
export const makeExchange = ({ api }: Pick<Clients, "api">): Effect.Effect<Exchange | null, never, Fetch> =>
  Effect.gen(function* () {
    if (api === null) return null
    const { gate } = api
    const options = { ...api.caller, gate }
    return { gate, convert: yield* makeConvert(options), prices: yield* makePrices(options) }
  })
