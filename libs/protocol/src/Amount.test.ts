import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { floorAmount, formatAmount, formatBalance, parseAmount } from "./Amount.ts"

const decimals = fc.nat({ max: 40 })
const value = fc.bigInt({ min: 0n, max: 10n ** 60n })

describe("parse and format", () => {
  it("are inverse for any amount of any currency", () => {
    fc.assert(
      fc.property(value, decimals, (amount, places) => {
        expect(Result.getOrThrow(parseAmount(formatAmount(amount, places), places))).toBe(amount)
      }),
      {
        examples: [
          [10n ** 30n, 18],
          [10n ** 30n + 1n, 18],
          [0n, 0],
          [1n, 18],
        ],
      },
    )
  })

  it("write no float, no exponent and no needless zero", () => {
    fc.assert(
      fc.property(value, decimals, (amount, places) => {
        expect(formatAmount(amount, places)).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
      }),
    )
  })

  it.each([
    ["1", 18, 10n ** 18n],
    ["1.5", 18, 15n * 10n ** 17n],
    [".5", 1, 5n],
    ["0.000000000000000001", 18, 1n],
    ["007", 0, 7n],
    ["1.500", 1, 15n],
    ["1.0", 0, 1n],
    ["1000000000000000000000000000000", 18, 10n ** 48n],
  ])("read %s with %i decimals", (text, places, expected) => {
    expect(Result.getOrThrow(parseAmount(text, places))).toBe(expected)
  })

  it.each([
    "",
    ".",
    "1.",
    "-1",
    "+1",
    "1e3",
    "0x10",
    "1,5",
    "1 000",
    " 1",
    "1\n",
    "1.2.3",
    "Infinity",
    "NaN",
    "١",
  ])("refuse %j as no number", (text) => {
    const error = Result.getOrThrow(Result.flip(parseAmount(text, 18)))
    expect(error.reason._tag).toBe("NotANumber")
    expect(error.message).toBe(`Not an amount: ${text}`)
  })

  it("refuse to round away what a currency cannot hold", () => {
    const error = Result.getOrThrow(Result.flip(parseAmount("0.1234567", 6)))
    expect(error.reason).toEqual({ _tag: "TooPrecise", decimals: 6 })
    expect(error.message).toBe("More than 6 decimals: 0.1234567")
  })
})

describe("flooring", () => {
  it("never shows more than there is, and less by under one last digit", () => {
    fc.assert(
      fc.property(value, decimals, fc.nat({ max: 10 }), (amount, places, digits) => {
        const shown = Result.getOrThrow(parseAmount(floorAmount(amount, places, digits), places))
        const lost = amount - shown
        expect(lost >= 0n && lost < 10n ** BigInt(Math.max(places - digits, 0))).toBe(true)
      }),
    )
  })

  it("cuts negative amounts towards zero, as the positive ones", () => {
    expect(floorAmount(-15999n, 4, 1)).toBe("-1.5")
    expect(floorAmount(-1n, 18, 3)).toBe("0")
    fc.assert(
      fc.property(value, decimals, fc.nat({ max: 10 }), (amount, places, digits) => {
        const shown = floorAmount(amount, places, digits)
        expect(floorAmount(-amount, places, digits)).toBe(shown === "0" ? "0" : `-${shown}`)
      }),
      { examples: [[1n, 0, 0]] },
    )
    expect(formatAmount(-1n, 18)).toBe("-0.000000000000000001")
  })

  it.each([
    [0n, "0.000"],
    [1n, "0.000"],
    [10n ** 18n, "1"],
    [1_204_999_999_999_999_999n, "1.204"],
    [1_200_000_000_000_000_000n, "1.2"],
    [10n ** 30n, "1000000000000"],
  ])("shows a balance of %s wei as %s", (wei, text) => {
    expect(formatBalance(wei, 18)).toBe(text)
  })
})
