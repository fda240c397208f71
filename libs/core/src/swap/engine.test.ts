import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { balancePath, etherRow, tokenRow } from "../testing/balances.ts"
import { connectAccountWith, reach, scriptedApi } from "../testing/index.ts"
import { makeExplainBySimulation, scriptedContracts } from "../testing/swapFixture.ts"

const self = "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb"
const usdc = "0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48"
const router = "0x111111125421ca6dc452d289314280a0f8842a65"
const native = "eip155:1:0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee"

const token = (name: string, address: string, decimals: number) => ({
  name,
  symbol: name,
  address,
  decimals,
  logoUri: null,
})

/** Makes an engine on the network, with an exchange that quotes 1000 USDC for half an ether. */
const page = (allowed: string) => {
  const tx = { to: `eip155:1:${router}`, data: "0x12", amount: "0", eip155: { gas: "1", gasPrice: "1" } }
  return scriptedApi({
    [balancePath]: () => Response.json({ balances: [etherRow(), tokenRow(usdc)] }),
    "/v1/convert/tokens": () =>
      Response.json({ tokens: [token("ETH", native, 18), token("USDC", `eip155:1:${usdc}`, 6)] }),
    "/v1/convert/gas-price": () => Response.json({ standard: "1000", fast: "1", instant: "1" }),
    "/v1/convert/allowance": () => Response.json({ allowance: allowed }),
    "/v1/convert/quotes": (url) =>
      Response.json({
        quotes: [
          {
            id: null,
            fromAmount: url.searchParams.get("amount"),
            fromAccount: self,
            toAmount: "1000000000",
            toAccount: self,
          },
        ],
      }),
    "/v1/convert/build-transaction": () => Response.json({ tx: { ...tx, from: `eip155:1:${self}` } }),
    "/v1/fungible/price": () =>
      Response.json({ fungibles: [{ name: "", symbol: "", iconUrl: "", price: 2000 }] }),
  })
}

const explain = makeExplainBySimulation(() =>
  Effect.succeed({
    _tag: "Simulated",
    changes: [
      { token: null, before: 15n * 10n ** 17n, after: 10n ** 18n },
      { token: usdc, before: 0n, after: 1_000_000_000n },
    ],
  }),
)

describe("swapping with a complete engine", () => {
  it.effect("starts, types, reviews, confirms, and ends with the receipt", () =>
    Effect.gen(function* () {
      const api = page("0")
      const { engine, flows } = yield* connectAccountWith({
        actions: {
          contracts: scriptedContracts,
          explain,
          address: (text) => (text.startsWith("0x") ? text.toLowerCase() : null),
          find: ({ sought: { hash } }) =>
            Effect.succeed(
              hash === null
                ? { _tag: "Missing" }
                : { _tag: "Mined", hash, succeeded: true, block: 1n, at: 0, fee: 1n, confirmations: 1 },
            ),
        },
        options: api.options,
        deps: api,
      })
      const { ledger, swap } = flows
      expect(SubscriptionRef.getUnsafe(swap.offered)).toBe(true)
      yield* swap.begin
      const found = yield* swap.find("usdc")
      if (found === null) throw new Error("no USDC")
      expect(found.balance).toBe(2_500_000n)
      yield* swap.chooseDestination(found)
      yield* swap.typeAmount("0.5")
      yield* TestClock.adjust(200)
      yield* reach(swap.state, (one) => one._tag === "Editing" && one.ready)
      yield* swap.review
      const reviewing = SubscriptionRef.getUnsafe(swap.state)
      if (reviewing._tag !== "Reviewing") throw new Error(JSON.stringify(reviewing._tag))
      expect(reviewing.review).toMatchObject({
        router,
        path: { _tag: "Direct" },
        quote: { received: 1_000_000_000n, minimum: 990_000_000n, impact: 0 },
        stops: [],
      })
      yield* swap.confirm
      yield* reach(swap.state, ({ _tag }) => _tag === "Left")
      expect(SubscriptionRef.getUnsafe(engine.toasts.current)?.message.id).toBe("flow.started")
      yield* TestClock.adjust("10 seconds")
      const [entry] = yield* reach(ledger.entries, ([first]) => first?.state._tag === "Confirmed")
      expect(entry?.subject).toMatchObject({ _tag: "Swap", amount: 5n * 10n ** 17n, minimum: 990_000_000n })

      const quotes = api.askedFor("/v1/convert/quotes").map(({ searchParams }) => searchParams)
      expect(quotes.map((query) => query.get("userAddress"))).toEqual([self, self])
      expect(quotes.map((query) => query.get("from"))).toEqual([native, native])
      // Both sides are refreshed, on the server too.
      yield* TestClock.adjust("1 second")
      const renewed = api.askedFor(balancePath).at(-1)?.search ?? ""
      expect(renewed).toContain(`forceUpdate=${encodeURIComponent(`${native},eip155:1:${usdc}`)}`)
    }),
  )

  it.effect("offers no swaps when the configuration disables them, or without an endpoint", () =>
    Effect.gen(function* () {
      const api = page("0")
      const off = yield* connectAccountWith({
        actions: { contracts: scriptedContracts },
        options: { ...api.options, features: { swaps: false } },
        deps: api,
      })
      expect(SubscriptionRef.getUnsafe(off.flows.swap.offered)).toBe(false)
      const alone = yield* connectAccountWith({ actions: { contracts: scriptedContracts } })
      expect(SubscriptionRef.getUnsafe(alone.flows.swap.offered)).toBe(false)
      yield* alone.flows.swap.begin
      expect(SubscriptionRef.getUnsafe(alone.flows.swap.state)._tag).toBe("Unsupported")
    }),
  )
})
