import { it } from "@effect/vitest"
import { Effect } from "effect"
import { expect } from "vitest"
import { recordRequests } from "../testing/recordRequests.ts"
import { makePrices } from "./Prices.ts"

const token = "eip155:1:0xa"
const fungible = { name: "A", symbol: "A", iconUrl: "", price: 1.01, decimals: 6 }

it.effect("sends the project id in the body only", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makePrices, { fungibles: [fungible] })
    expect(yield* client.price({ network: "eip155:1", token })).toEqual([fungible])
    expect(asked).toEqual([
      [
        "POST /v1/fungible/price",
        "application/json",
        { currency: "usd", addresses: [token], projectId: "p" },
      ],
    ])
  }),
)

it.effect("names the field that a price lacks", () =>
  Effect.gen(function* () {
    const { client } = recordRequests(makePrices, { fungibles: [{ ...fungible, price: null }] })
    const { reason } = yield* Effect.flip(client.price({ network: "eip155:1", token }))
    expect(reason).toEqual({ _tag: "Malformed", field: "fungibles.0.price" })
  }),
)

it.effect("returns no price for an unserved network, without a request", () =>
  Effect.gen(function* () {
    const { client, asked } = recordRequests(makePrices, {})
    expect(yield* client.price({ network: "eip155:2", token })).toEqual([])
    expect(asked).toEqual([])
  }),
)
