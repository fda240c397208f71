import { Result } from "effect"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatAmount, parseAmount } from "./Amount.ts"

const decimals = fc.nat({ max: 40 })
const value = fc.bigInt({ min: 0n, max: 10n ** 60n })

describe("parseAmount and formatAmount", () => {
  it("returns the original amount when formatted and parsed again", () => {
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

  it("writes no float, no exponent and no trailing zero", () => {
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
  ])("parses %s with %i decimals", (text, places, expected) => {
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
  ])("rejects %j as not a number", (text) => {
    const error = Result.getOrThrow(Result.flip(parseAmount(text, 18)))
    expect(error.reason._tag).toBe("NotANumber")
    expect(error.message).toBe(`Not an amount: ${text}`)
  })

  it("rejects more fraction digits than the currency has", () => {
    const error = Result.getOrThrow(Result.flip(parseAmount("0.1234567", 6)))
    expect(error.reason).toEqual({ _tag: "TooPrecise", decimals: 6 })
    expect(error.message).toBe("More than 6 decimals: 0.1234567")
  })
})
