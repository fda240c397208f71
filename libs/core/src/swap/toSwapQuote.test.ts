import type { Decimal } from "@wmodal/protocol"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import {
  getGasCost,
  getMinimumReceived,
  getPriceImpact,
  getProviderFee,
  isHighImpact,
  isSlippage,
  toHundredths,
} from "./toSwapQuote.ts"

const units = fc.bigInt({ min: 0n, max: 2n ** 256n - 1n })
const slippage = fc.integer({ min: 1, max: 5000 }).map((hundredths) => hundredths / 100)
const whole = (amount: bigint): Decimal => ({ units: amount, decimals: 0 })

describe("slippage", () => {
  it.each([0.01, 0.1, 0.29, 0.5, 0.57, 1, 1.15, 4.35, 49.99, 50])(
    "accepts a slippage of %d percent",
    (percent) => {
      expect(isSlippage(percent)).toBe(true)
    },
  )
  it.each([0, -1, 0.001, 0.005, 1.001, 50.01, 100, Number.NaN, Number.POSITIVE_INFINITY])(
    "rejects a slippage of %d percent",
    (percent) => {
      expect(isSlippage(percent)).toBe(false)
    },
  )
  it("converts the slippage exactly as written", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 5000 }), (hundredths) => {
        const percent = Number(`${Math.floor(hundredths / 100)}.${`${hundredths % 100}`.padStart(2, "0")}`)
        expect(isSlippage(percent)).toBe(true)
        expect(toHundredths(percent)).toBe(BigInt(hundredths))
      }),
    )
  })
})

describe("minimum received", () => {
  it("returns at least the amount after the slippage, by less than one unit", () => {
    fc.assert(
      fc.property(units, slippage, (received, percent) => {
        const minimum = getMinimumReceived(received, percent)
        const exact = received * (10_000n - toHundredths(percent))
        expect(minimum * 10_000n >= exact).toBe(true)
        expect((minimum - 1n) * 10_000n < exact).toBe(true)
        expect(minimum <= received).toBe(true)
      }),
    )
  })
  it.each([
    [100n, 1, 99n],
    [101n, 1, 100n],
    [1n, 50, 1n],
    [0n, 1, 0n],
    [10_000n, 0.01, 9_999n],
  ])("takes %d less %d percent and returns %d", (received, percent, minimum) => {
    expect(getMinimumReceived(received, percent)).toBe(minimum)
  })
})

describe("price impact", () => {
  it.each([
    [100n, 100n, 0],
    [100n, 85n, 15],
    [100n, 80n, 20],
    [100n, 110n, -10],
    [3n, 2n, 33.3334],
    [100n, 0n, 100],
  ])("returns the impact of %d against %d as %d percent", (taken, given, percent) => {
    expect(getPriceImpact(whole(taken), whole(given))).toBe(percent)
  })

  it("exceeds 15 percent exactly when more than that is lost", () => {
    const near = fc.tuple(fc.bigInt({ min: 1n, max: 10n ** 30n }), fc.bigInt({ min: -2n, max: 2n }))
    fc.assert(
      fc.property(near, ([hundredth, off]) => {
        const given = hundredth * 100n
        const taken = hundredth * 85n + off
        if (taken < 0n) return
        expect(isHighImpact(getPriceImpact(whole(given), whole(taken)))).toBe(off < 0n)
      }),
    )
  })

  it("returns an unknown impact without a price, which needs a confirmation", () => {
    expect(getPriceImpact(null, whole(1n))).toBe(null)
    expect(getPriceImpact(whole(1n), null)).toBe(null)
    expect(getPriceImpact(whole(0n), whole(1n))).toBe(null)
    expect(isHighImpact(null)).toBe(true)
  })

  // A source price of 1e-30, or a destination price of 1e30, would hide any loss.
  it.each([
    ["a dust price of the source", { units: 1n, decimals: 30 }, whole(1n)],
    ["a huge price of the destination", whole(1n), whole(10n ** 30n)],
    ["a gain slightly above the maximum", whole(10_000n), whole(11_501n)],
  ])("returns an unknown impact when a price must be wrong: %s", (_, given, taken) => {
    expect(getPriceImpact(given, taken)).toBe(null)
  })

  it("allows a gain of up to the maximum loss", () => {
    expect(getPriceImpact(whole(100n), whole(115n))).toBe(-15)
  })

  it("computes the impact for any decimals of the two tokens", () => {
    expect(getPriceImpact({ units: 1_000n, decimals: 3 }, { units: 9n, decimals: 1 })).toBe(10)
  })
})

it("computes 0.85 % for the provider, and 150000 gas", () => {
  expect(getProviderFee(1_000_000n)).toBe(8_500n)
  expect(getGasCost(7n)).toBe(1_050_000n)
})
