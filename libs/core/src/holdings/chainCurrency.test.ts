import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { bitcoin, bitcoinTestnet } from "@wmodal/protocol/networks"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { connectAccountWith, scriptedApi } from "../testing/connectAccountWith.ts"

const pricePath = "/v1/fungible/price"
const supported = { "/v1/supported-chains": () => Response.json({ http: [bitcoin.caipNetworkId], ws: [] }) }

const priced = (price: () => Response) => scriptedApi({ ...supported, [pricePath]: price })
const quote = (price: number) => () =>
  Response.json({ fungibles: [{ name: "Bitcoin", symbol: "BTC", iconUrl: "", price }] })

const held = (api: ReturnType<typeof scriptedApi>, balance = 150_000_000n, networks = [bitcoin]) =>
  Effect.gen(function* () {
    const account = yield* connectAccountWith({
      on: "bip122",
      actions: { balance: () => Effect.succeed(balance) },
      options: { ...api.options, networks },
      deps: { fetch: api.fetch },
    })
    yield* account.flows.holdings.refresh
    return { ...account, state: SubscriptionRef.getUnsafe(account.flows.holdings.state) }
  })

describe("holdings of a chain with a native currency only", () => {
  it.effect("returns the chain's balance and the API's price, requested once in 30 s", () =>
    Effect.gen(function* () {
      const api = priced(quote(100_000))
      const { flows, state } = yield* held(api)
      expect(state).toMatchObject({
        _tag: "Held",
        holdings: [{ balance: 150_000_000n, token: { address: null, symbol: "BTC", decimals: 8 } }],
        total: { units: 15_000_000_000_000n, decimals: 8 },
      })
      yield* flows.holdings.refetch([null])
      expect(api.askedFor(pricePath)).toHaveLength(1)
      yield* TestClock.adjust("31 seconds")
      yield* flows.holdings.refresh
      expect(api.askedFor(pricePath)).toHaveLength(2)
    }),
  )

  it.effect("returns no price if it is unknown, and requests none for a zero balance", () =>
    Effect.gen(function* () {
      for (const price of [
        quote(0),
        () => new Response("", { status: 400 }),
        () => Response.json({ fungibles: [] }),
      ])
        expect((yield* held(priced(price))).state).toMatchObject({
          _tag: "Held",
          holdings: [{ balance: 150_000_000n, price: null, value: null }],
          total: null,
        })
      const api = priced(quote(1))
      expect((yield* held(api, 0n)).state).toMatchObject({ holdings: [{ balance: 0n }] })
      expect((yield* held(api, 1n, [bitcoinTestnet])).state).toMatchObject({ holdings: [{ price: null }] })
      expect(api.askedFor(pricePath)).toEqual([])
    }),
  )
})
