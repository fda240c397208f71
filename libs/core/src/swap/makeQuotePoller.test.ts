import { describe, expect, it } from "@effect/vitest"
import { ApiError } from "@wmodal/api"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import type { SwapWorld } from "../testing/swapFixture.ts"
import {
  getRate,
  makeHeldAnswer,
  noResponseError,
  startQuotedSwap,
  startSwap,
  toTokenCaip,
  usdc,
} from "../testing/swapFixture.ts"

/** Gives the test's responses to the queries in order. */
const scripted = (answers: readonly Effect.Effect<bigint, ApiError>[]) => {
  let at = 0
  const asked: bigint[] = []
  const convert: SwapWorld["convert"] = {
    quotes: ({ amount, from, to }) =>
      Effect.suspend(() => {
        asked.push(amount)
        return Effect.map(answers[at++] ?? Effect.succeed(getRate(from, to, amount)), (received) => [
          { id: null, fromAmount: `${amount}`, fromAccount: from, toAmount: `${received}`, toAccount: to },
        ])
      }),
  }
  return { asked, convert }
}

const watching = (given: SwapWorld = {}) =>
  Effect.gen(function* () {
    const form = yield* startQuotedSwap(given)
    const watcher = yield* Effect.forkChild(form.swap.watch, { startImmediately: true })
    return { ...form, watcher, quote: () => form.as("Editing").quote }
  })

describe("quotes", () => {
  it.effect("requests quotes for a plain address, and only for the current input", () =>
    Effect.gen(function* () {
      const requests: unknown[] = []
      const { swap } = yield* startQuotedSwap({
        convert: {
          quotes: (request) =>
            Effect.sync(() => {
              requests.push(request)
              return []
            }),
        },
      })
      yield* swap.typeAmount("100.")
      yield* TestClock.adjust(1_000)
      expect(requests).toEqual([
        {
          network: "eip155:1",
          user: "0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb",
          from: toTokenCaip(usdc),
          to: "eip155:1:0x6B175474E89094C44Da98b954EedeAC495271d0F",
          amount: 100_000_000n,
          gasPrice: 1000n,
        },
      ])
    }),
  )

  it.effect("refreshes quotes every 10 s while a view is open, and never concurrently", () =>
    Effect.gen(function* () {
      const slow = makeHeldAnswer<bigint>()
      const { asked, convert } = scripted([Effect.succeed(1n), slow.wait])
      const { quote, watcher } = yield* watching({ convert })
      expect(asked.length).toBe(1)
      yield* TestClock.adjust(9_999)
      expect(asked.length).toBe(1)
      yield* TestClock.adjust(1)
      expect(asked.length).toBe(2)
      expect(quote()).toMatchObject({ _tag: "Quoted", refreshing: true, quote: { received: 1n } })
      yield* TestClock.adjust(10_000)
      expect(asked.length).toBe(2)
      yield* slow.give(2n)
      yield* TestClock.adjust(0)
      expect(quote()).toMatchObject({ refreshing: false, stale: false, quote: { received: 2n } })
      yield* Fiber.interrupt(watcher)
      yield* TestClock.adjust(60_000)
      expect(asked.length).toBe(2)
    }),
  )

  it.effect("treats a quote as stale 15 s after the response and refuses its use", () =>
    Effect.gen(function* () {
      const { as } = yield* startQuotedSwap()
      yield* TestClock.adjust(14_999)
      expect(as("Editing")).toMatchObject({ ready: true, quote: { stale: false } })
      yield* TestClock.adjust(1)
      expect(as("Editing")).toMatchObject({ ready: false, quote: { _tag: "Quoted", stale: true } })
    }),
  )

  it.effect("treats a quote as fresh after a newer one, and as stale without one", () =>
    Effect.gen(function* () {
      const { asked, convert } = scripted([
        Effect.succeed(1n),
        Effect.fail(noResponseError),
        Effect.succeed(3n),
      ])
      const { quote } = yield* watching({ convert })
      yield* TestClock.adjust(10_000)
      expect(asked.length).toBe(2)
      expect(quote()).toMatchObject({ stale: false, quote: { received: 1n } })
      yield* TestClock.adjust(5_000)
      expect(quote()).toMatchObject({ stale: true, quote: { received: 1n } })
      yield* TestClock.adjust(5_000)
      expect(quote()).toMatchObject({ stale: false, quote: { received: 3n } })
      yield* TestClock.adjust(9_999)
      expect(quote()).toMatchObject({ stale: false })
    }),
  )

  it.effect("ignores a late quote for another amount", () =>
    Effect.gen(function* () {
      const late = makeHeldAnswer<bigint>()
      const { convert } = scripted([late.wait, Effect.succeed(7n)])
      const { as, swap } = yield* startQuotedSwap({ convert })
      yield* swap.typeAmount("200")
      yield* TestClock.adjust(200)
      yield* late.give(5n)
      yield* TestClock.adjust(0)
      expect(as("Editing").quote).toMatchObject({ quote: { amount: 200_000_000n, received: 7n } })
    }),
  )

  it.effect.each([
    ["the list is empty", []],
    ["it is for another amount", ["99999999", "5"]],
    ["the received amount is zero", ["100000000", "0"]],
  ] as const)("rejects quotes when %s", ([, [fromAmount, toAmount]]) =>
    Effect.gen(function* () {
      const quotes =
        fromAmount === undefined ? [] : [{ id: null, fromAmount, fromAccount: "", toAmount, toAccount: "" }]
      const { as } = yield* startQuotedSwap({ convert: { quotes: () => Effect.succeed(quotes) } })
      expect(as("Editing").quote).toMatchObject({ _tag: "Failed", error: { reason: { _tag: "NoQuote" } } })
      expect(as("Editing").ready).toBe(false)
    }),
  )

  it.effect("reports no quote when the exchange rejects the query, and ignores other failures", () =>
    Effect.gen(function* () {
      const refused = new ApiError({ host: "", call: "", reason: { _tag: "Status", status: 400 } })
      const none = yield* startQuotedSwap(scripted([Effect.fail(refused)]))
      expect(none.as("Editing").quote).toMatchObject({ error: { reason: { _tag: "NoQuote" } } })
      const failed = yield* startQuotedSwap(scripted([Effect.fail(noResponseError)]))
      expect(failed.as("Editing").quote).toMatchObject({
        error: { reason: { _tag: "Failed", during: "quote", problem: noResponseError } },
      })
    }),
  )

  it.effect("applies the slippage without another request", () =>
    Effect.gen(function* () {
      const { as, asked, swap } = yield* startQuotedSwap()
      yield* swap.setSlippage(2.5)
      yield* TestClock.adjust(1_000)
      expect(as("Editing").quote).toMatchObject({ quote: { minimum: 975n * 10n ** 17n } })
      expect(asked.filter((what) => what === "quotes").length).toBe(1)
    }),
  )

  it.effect("requests quotes for any valid amount", () =>
    Effect.gen(function* () {
      const { asked, convert } = scripted([])
      const { as, swap } = yield* startQuotedSwap({ convert })
      yield* swap.typeAmount("123,456,789,012,345.678901")
      yield* TestClock.adjust(200)
      expect(asked.at(-1)).toBe(123_456_789_012_345_678_901n)
      expect(as("Editing").error?.reason).toEqual({ _tag: "Insufficient", of: "token" })
    }),
  )
})

describe("swap form", () => {
  it.effect("exchanges both sides, with the received amount as the new amount", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startQuotedSwap()
      yield* swap.switchSides
      const { form } = as("Editing")
      expect([form.source?.token.symbol, form.destination?.token.symbol, form.amount]).toEqual([
        "DAI",
        "USDC",
        "100",
      ])
      // There is no quote for this direction yet.
      yield* swap.switchSides
      expect(as("Editing").form.amount).toBe("1")
    }),
  )

  it.effect("sets the amount 1 after an exchange without a received amount", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startSwap()
      yield* swap.begin
      yield* swap.typeAmount("0.25")
      yield* swap.switchSides
      const { form } = as("Editing")
      expect([form.source, form.destination?.token.symbol, form.amount]).toEqual([null, "ETH", "1"])
    }),
  )

  it.effect("exchanges the sides when a token of the other side is selected", () =>
    Effect.gen(function* () {
      const { as, swap, token } = yield* startQuotedSwap()
      yield* swap.chooseDestination(token("USDC"))
      const { form } = as("Editing")
      expect([form.source?.token.symbol, form.destination?.token.symbol, form.amount]).toEqual([
        "DAI",
        "USDC",
        "100",
      ])
    }),
  )

  it.effect("rejects a token of another network", () =>
    Effect.gen(function* () {
      const { as, swap, token } = yield* startQuotedSwap()
      const dai = token("DAI")
      yield* swap.chooseSource({ ...dai, token: { ...dai.token, network: "eip155:10" } })
      expect(as("Editing").form.source?.token.symbol).toBe("USDC")
    }),
  )

  it.effect("uses the whole balance: for the native currency less the fee", () =>
    Effect.gen(function* () {
      const { as, swap, token } = yield* startQuotedSwap()
      yield* swap.useMax
      expect(as("Editing").form.amount).toBe("1000")
      yield* swap.chooseSource(token("ETH"))
      yield* swap.useMax
      const form = { amount: "1.499999999999998", max: true }
      expect(as("Editing")).toMatchObject({ form, error: null })
    }),
  )

  it.effect.each(["abc", "-1", "1e3", "9".repeat(161)])("ignores %s as an amount", (text) =>
    Effect.gen(function* () {
      const { as, swap } = yield* startQuotedSwap()
      yield* swap.typeAmount(text)
      expect(as("Editing").form.amount).toBe("100")
    }),
  )

  it.effect.each([0, -1, 51, 0.001, Number.NaN])("ignores %d percent as a slippage", (percent) =>
    Effect.gen(function* () {
      const { as, swap } = yield* startQuotedSwap()
      yield* swap.setSlippage(percent)
      expect(as("Editing").form.slippage).toBe(1)
    }),
  )

  it.effect("keeps the slippage, and resets everything else", () =>
    Effect.gen(function* () {
      const { as, swap } = yield* startQuotedSwap()
      yield* swap.setSlippage(3)
      yield* swap.begin
      expect(as("Editing").form).toMatchObject({ slippage: 3, amount: "1", destination: null })
    }),
  )

  it.effect.each([
    ["finer than its decimals", "0.0000001", { _tag: "InvalidAmount" }],
    ["one unit above the balance", "1000.000001", { _tag: "Insufficient", of: "token" }],
    ["the whole balance", "1000", null],
  ] as const)("validates an amount that is %s", ([, text, reason]) =>
    Effect.gen(function* () {
      const { as, swap } = yield* startQuotedSwap()
      yield* swap.typeAmount(text)
      expect(as("Editing").error?.reason ?? null).toEqual(reason)
    }),
  )
})
