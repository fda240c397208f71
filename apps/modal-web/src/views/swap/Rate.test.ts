import { describe, expect, it } from "vitest"
import { ether, usdCoin } from "../../gallery/signedIn.ts"
import { makeQuote } from "../../gallery/swapSamples.ts"
import { roundRate, toExchangeRate } from "./SwapFacts.tsx"

describe("Rate", () => {
  it("returns the price of one whole unit for any amount", () => {
    const half = makeQuote({ amount: 5n * 10n ** 17n, received: 1_239_310_000n })
    expect(roundRate(toExchangeRate(half))).toEqual({ units: 2_478_620_000n, decimals: 6 })
  })

  it("returns an exact rate for amounts of any size", () => {
    const huge = makeQuote({ amount: 10n ** 48n, received: 2n * 10n ** 36n })
    expect(roundRate(toExchangeRate(huge))).toEqual({ units: 2_000_000n, decimals: 6 })
  })

  it("keeps four digits of a small rate, and never shows zero", () => {
    const back = makeQuote({
      source: usdCoin.token,
      destination: ether.token,
      amount: 1_000_000n,
      received: 123_456_789n,
    })
    expect(roundRate(toExchangeRate(back))).toEqual({ units: 1234n, decimals: 13 })
  })

  it("does not divide by zero", () => {
    expect(toExchangeRate(makeQuote({ amount: 0n, received: 0n })).units).toBe(0n)
  })
})
