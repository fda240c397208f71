import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  coin,
  dai,
  makeHolding,
  makeSwapWorld,
  noResponseError,
  startSwap,
  usdc,
} from "../testing/swapFixture.ts"
import { makeSwap } from "./makeSwap.ts"
import { isSuggestedToken } from "./makeSwapTokenStore.ts"

const row = (change: object) => ({
  name: "A token",
  symbol: "TKN",
  address: "eip155:1:0x0000000000000000000000000000000000000001",
  decimals: 18,
  logoUri: null,
  ...change,
})

const listing = (rows: readonly ReturnType<typeof row>[]) =>
  Effect.gen(function* () {
    const { swap } = yield* startSwap({ convert: { tokens: () => Effect.succeed(rows) } })
    yield* swap.begin
    const list = SubscriptionRef.getUnsafe(swap.tokens)
    if (list._tag !== "Listed") throw new Error(list._tag)
    return list.tokens.filter(({ token }) => token.address !== null).map(({ token }) => token)
  })

describe("swap tokens", () => {
  it.effect("lists the native currency once, with its configured name and the list's image", () =>
    Effect.gen(function* () {
      const native = row({
        address: "eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
        name: "Fake",
        symbol: "FAKE",
        decimals: 6,
        logoUri: "https://images.example/eth",
      })
      const { swap } = yield* startSwap({ convert: { tokens: () => Effect.succeed([native, native]) } })
      yield* swap.begin
      const list = SubscriptionRef.getUnsafe(swap.tokens)
      expect(list).toMatchObject({
        _tag: "Listed",
        tokens: [
          {
            token: {
              address: null,
              name: "Ether",
              symbol: "ETH",
              decimals: 18,
              icon: "https://images.example/eth",
            },
            balance: 1_500_000_000_000_000_000n,
          },
        ],
      })
    }),
  )

  it.effect("lists the native currency once when a contract offers it as a token, too", () =>
    Effect.gen(function* () {
      const native = row({ address: "eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE" })
      const face = row({ address: "eip155:1:0x0000000000000000000000000000000000001010" })
      expect(yield* listing([face, native])).toEqual([])
      expect(yield* listing([face])).toEqual([])
    }),
  )

  it.effect("finds the native currency by the contract that offers it as a token", () =>
    Effect.gen(function* () {
      const native = row({ address: "eip155:1:0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE" })
      const { swap } = yield* startSwap({ convert: { tokens: () => Effect.succeed([native]) } })
      const found = yield* swap.find("0x0000000000000000000000000000000000001010")
      expect(found?.token).toMatchObject({ address: null, symbol: "ETH" })
    }),
  )

  it.effect("excludes tokens of other networks, and those without an address or decimals", () =>
    Effect.gen(function* () {
      expect(
        yield* listing([
          row({ address: "eip155:10:0x0000000000000000000000000000000000000001" }),
          row({ address: "0x0000000000000000000000000000000000000001" }),
          row({ address: "eip155:1:" }),
          row({ decimals: 0 }),
          row({ decimals: 78 }),
        ]),
      ).toEqual([])
    }),
  )

  it.effect("returns sanitized names and safe images", () =>
    Effect.gen(function* () {
      const [token] = yield* listing([
        row({
          name: "USD\u202eC\n\u0007oin",
          symbol: `U\u200bS${"D".repeat(60)}`,
          logoUri: "javascript:alert(1)",
        }),
      ])
      expect(token?.name).toBe("USDC oin")
      expect(token?.symbol.length).toBe(32)
      expect(token?.icon).toBe(null)
    }),
  )

  it.effect("lists each contract once, from its first row", () =>
    Effect.gen(function* () {
      const all = yield* listing([row({ symbol: "ONE" }), row({ symbol: "TWO", decimals: 6 })])
      expect(all.map(({ symbol }) => symbol)).toEqual(["ONE"])
    }),
  )

  it.effect("sorts holdings first, by value, then the well-known ones, then the rest", () =>
    Effect.gen(function* () {
      const named = ["ZZZ", "AAA", "WETH", "ARB"].map((symbol, at) =>
        row({ symbol, address: `eip155:1:0x000000000000000000000000000000000000000${at + 2}` }),
      )
      const held = row({ symbol: "USDC", decimals: 6, address: `eip155:1:${usdc.address}` })
      const { swap } = yield* startSwap({
        convert: { tokens: () => Effect.succeed([...named, held]) },
        holdings: [makeHolding(coin, 10n ** 17n), makeHolding(usdc, 1_000_000_000n)],
      })
      yield* swap.begin
      const list = SubscriptionRef.getUnsafe(swap.tokens)
      expect("tokens" in list && list.tokens.map(({ token, balance }) => [token.symbol, balance])).toEqual([
        ["USDC", 1_000_000_000n],
        ["ETH", 10n ** 17n],
        ["ARB", 0n],
        ["WETH", 0n],
        ["AAA", 0n],
        ["ZZZ", 0n],
      ])
    }),
  )

  it.effect("returns null balances for unlisted tokens when only the chain was read", () =>
    Effect.gen(function* () {
      const world = yield* makeSwapWorld()
      yield* SubscriptionRef.set(world.deps.holdings.state, {
        _tag: "Held",
        holdings: [makeHolding(coin, 5n)],
        total: null,
        stale: false,
        retryAt: 0,
        source: "chain",
      })
      const swap = yield* makeSwap(world.deps)
      yield* swap.begin
      const list = SubscriptionRef.getUnsafe(swap.tokens)
      expect("tokens" in list && list.tokens.map(({ balance }) => balance)).toEqual([5n, null, null])
    }),
  )

  it.effect("selects the most valuable holding without native currency as the source", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startSwap({
        holdings: [makeHolding(coin, 0n), makeHolding(usdc, 5_000_000n)],
      })
      yield* swap.begin
      expect(as("Editing").form.source?.token.symbol).toBe("USDC")
      const some = yield* startSwap({ holdings: [makeHolding(coin, 1n), makeHolding(usdc, 5_000_000n)] })
      yield* some.swap.begin
      expect(some.as("Editing").form.source?.token.symbol).toBe("ETH")
    }),
  )

  it.effect("fails without a response of the exchange, and the swap reports the reason", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startSwap({ convert: { tokens: () => Effect.fail(noResponseError) } })
      yield* swap.begin
      expect(SubscriptionRef.getUnsafe(swap.tokens)).toMatchObject({ _tag: "Failed" })
      expect(as("Failed").error.reason).toEqual({
        _tag: "Failed",
        during: "initialize",
        problem: noResponseError,
      })
    }),
  )

  it.effect("updates balances when holdings change", () =>
    Effect.gen(function* () {
      const { as, hold, swap } = yield* startSwap()
      yield* swap.begin
      yield* hold(makeHolding(coin, 7n))
      expect(as("Editing").form.source?.balance).toBe(7n)
    }),
  )
})

describe("prices", () => {
  it.effect("requests prices of selected tokens without one, and again after a minute", () =>
    Effect.gen(function* () {
      const { as, asked, swap, token } = yield* startSwap()
      yield* swap.begin
      const priced = () => asked.filter((what) => what === "price").length
      expect(priced()).toBe(1)
      yield* swap.chooseDestination(token("DAI"))
      yield* TestClock.adjust(0)
      expect(priced()).toBe(2)
      expect(as("Editing").form.destination?.price).toEqual({ units: 1n, decimals: 0 })
      yield* swap.chooseDestination(token("DAI"))
      yield* TestClock.adjust(0)
      expect(priced()).toBe(2)
      yield* TestClock.adjust(60_000)
      yield* swap.chooseDestination(token("DAI"))
      yield* TestClock.adjust(0)
      expect(priced()).toBe(3)
      expect(dai.symbol).toBe("DAI")
    }),
  )

  it.effect("reports a missing price of the native currency and continues", () =>
    Effect.gen(function* () {
      const { as, swap, toast } = yield* startSwap({
        price: () => Effect.fail(noResponseError),
        holdings: [{ ...makeHolding(coin, 2n * 10n ** 18n), price: null, value: null }],
      })
      yield* swap.begin
      yield* TestClock.adjust(200)
      expect(toast()).toBe("flow.swap.price")
      expect(as("Editing").error).toBe(null)
    }),
  )

  it.effect("treats a price of zero as unknown", () =>
    Effect.gen(function* () {
      const { as, swap, token } = yield* startSwap({
        price: () => Effect.succeed([{ name: "", symbol: "", iconUrl: "", price: 0 }]),
      })
      yield* swap.begin
      yield* swap.chooseDestination(token("DAI"))
      yield* TestClock.adjust(0)
      expect(as("Editing").form.destination?.price).toBe(null)
    }),
  )
})

const wire =
  "ETH UNI 1INCH AAVE SOL ADA AVAX DOT LINK NITRO GAIA MILK TRX NEAR GNO WBTC DAI WETH USDC USDT ARB BAL BICO CRV ENS MATIC OP"

it.each(wire.split(" "))("returns true for %s", (symbol) => {
  expect(isSuggestedToken(symbol)).toBe(true)
})

it.each(["", " ", "usdc", "USDC ", "USD", "ETH UNI", "toString"])("returns false for %j", (symbol) => {
  expect(isSuggestedToken(symbol)).toBe(false)
})
