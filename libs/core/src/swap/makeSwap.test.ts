import { describe, expect, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { router, startQuotedSwap, startReviewedSwap, startSwap, usdc } from "../testing/swapFixture.ts"

describe("a swap", () => {
  it.effect("starts with 1 of the native currency, after tokens, price and gas are loaded", () =>
    Effect.gen(function* () {
      const { as, asked, swap, token } = yield* startSwap()
      yield* swap.begin
      const { form, quote, ready } = as("Editing")
      expect([form.source?.token.symbol, form.destination, form.amount, form.slippage]).toEqual([
        "ETH",
        null,
        "1",
        1,
      ])
      expect([quote._tag, ready]).toEqual(["None", false])
      expect(asked).toEqual(["tokens", "price", "gas-price"])
      expect(token("USDC")).toMatchObject({ balance: 1_000_000_000n, suggested: true })
      expect(token("DAI")).toMatchObject({ balance: 0n })
    }),
  )

  it.effect("quotes 200 ms after the last edit", () =>
    Effect.gen(function* () {
      const { as, asked, swap, token } = yield* startSwap()
      yield* swap.begin
      yield* swap.chooseDestination(token("USDC"))
      yield* TestClock.adjust(199)
      yield* swap.typeAmount("0.5")
      yield* TestClock.adjust(199)
      expect(as("Editing").quote._tag).toBe("Quoting")
      expect(asked.filter((what) => what === "quotes")).toEqual([])
      yield* TestClock.adjust(1)
      expect(as("Editing")).toMatchObject({
        ready: true,
        quote: {
          _tag: "Quoted",
          stale: false,
          quote: {
            amount: 5n * 10n ** 17n,
            amountFiat: { units: 1_000n * 10n ** 18n, decimals: 18 },
            received: 1_000_000_000n,
            minimum: 990_000_000n,
            maximumSlippage: 10_000_000n,
            impact: 0,
            providerFee: 4_250_000_000_000_000n,
            gas: 150_000_000n,
            // 0.00000000015 of 2,000 dollars.
            gasFiat: { units: 300_000_000_000n, decimals: 18 },
            receivedFiat: { units: 1_000_000_000n, decimals: 6 },
          },
        },
      })
    }),
  )

  it.effect("takes two steps without an allowance, and is sent", () =>
    Effect.gen(function* () {
      const { allow, as, events, entries, sent, swap } = yield* startReviewedSwap()
      const { review } = as("Reviewing")
      expect(review.path).toEqual({ _tag: "TwoSteps" })
      expect(review.router).toBe(router)
      expect(review.steps.map(({ kind, fee }) => [kind, fee?.most ?? null])).toEqual([
        ["approve", 2000n],
        ["swap", 2000n],
      ])
      yield* swap.confirm
      expect(as("Approving").progress).toMatchObject({ approval: entries()[0]?.id, swap: null })
      allow(100_000_000n)
      yield* TestClock.adjust(5_000)
      const next = as("Reviewing")
      expect(next.review.path).toEqual({ _tag: "Direct" })
      expect(next.progress.approval).toBe(entries()[0]?.id)
      yield* swap.confirm
      expect(as("Left").progress.swap).toBe(entries()[0]?.id)
      expect(sent.map(({ transaction }) => transaction["to"])).toEqual([usdc.address, router])
      expect(entries().map(({ subject }) => subject._tag)).toEqual(["Swap", "Approval"])
      expect(events.map(({ name }) => name)).toEqual(["INITIATE_SWAP", "SWAP_SUCCESS"])
    }),
  )

  it.effect("returns the direct path with an allowance", () =>
    Effect.gen(function* () {
      const { allow, as, swap } = yield* startQuotedSwap()
      allow(100_000_000n)
      yield* swap.review
      expect(as("Reviewing").review).toMatchObject({ path: { _tag: "Direct" }, stops: [] })
    }),
  )
})
