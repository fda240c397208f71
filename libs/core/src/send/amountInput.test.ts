import { applyNumericEdit, type Decimal, parsePastedNumber } from "@wmodal/protocol"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { formatAmountInput, parseAmountInput, toFiatValue } from "./amountInput.ts"

const priced = (decimals: number, price: Decimal | null) => ({ token: { decimals }, price })
const usd = (text: string): Decimal => {
  const [whole = "", fraction = ""] = text.split(".")
  return { units: BigInt(whole + fraction), decimals: fraction.length }
}

const decimals = fc.integer({ min: 0, max: 36 })
const units = fc.bigInt({ min: 0n, max: 10n ** 66n })
const price: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: 1n, max: 10n ** 20n }),
  decimals: fc.integer({ min: 0, max: 18 }),
})
/** Amounts as typed, including incomplete input. */
const typed = fc
  .tuple(
    fc.bigInt({ min: 0n, max: 10n ** 30n }),
    fc.option(fc.stringMatching(/^\d{0,20}$/), { nil: undefined }),
  )
  .map(([whole, fraction]) => (fraction === undefined ? `${whole}` : `${whole}.${fraction}`))

describe("an amount in token units", () => {
  it.each([
    ["1.5", 18, 1_500_000_000_000_000_000n],
    ["1.", 6, 1_000_000n],
    ["0.", 6, 0n],
    ["", 6, null],
    ["0.0000001", 6, null],
    ["0.1000000000", 6, 100_000n],
    ["7", 0, 7n],
    ["1.5", 0, null],
    [`1${"0".repeat(30)}`, 18, 10n ** 48n],
    [`0.${"0".repeat(35)}1`, 36, 1n],
  ])("parses %j with %i decimals as %s", (text, of, expected) => {
    expect(parseAmountInput(text, "token", priced(of, null))).toBe(expected)
  })

  it("returns the same amount after formatting and parsing, at any size", () => {
    fc.assert(
      fc.property(units, decimals, (amount, of) => {
        const text = formatAmountInput(amount, "token", priced(of, null)) ?? ""
        expect(applyNumericEdit(text)).toBe(text)
        expect(parseAmountInput(text, "token", priced(of, null))).toBe(amount)
      }),
    )
  })

  it("parses any pasted digit grouping to the same amount", () => {
    for (const text of ["1,234.5", "1.234,5", "1 234,5", "1'234.5", "1234.5"])
      expect(parseAmountInput(parsePastedNumber(text) ?? "", "token", priced(18, null))).toBe(
        1_234_500_000_000_000_000_000n,
      )
  })
})

describe("an amount in fiat", () => {
  it.each([
    ["2000", 18, "2000", 10n ** 18n],
    ["1", 6, "3", 333_333n],
    ["0.01", 18, "2000", 5_000_000_000_000n],
    ["1", 0, "3", 0n],
    ["10", 0, "3", 3n],
    ["1.", 6, "0.5", 2_000_000n],
  ])("converts %j with %i decimals and a price of %s to %s base units", (text, of, at, expected) => {
    expect(parseAmountInput(text, "fiat", priced(of, usd(at)))).toBe(expected)
  })

  it("returns null without a price, and at a price of zero", () => {
    expect(parseAmountInput("1", "fiat", priced(18, null))).toBe(null)
    expect(parseAmountInput("1", "fiat", priced(18, usd("0")))).toBe(null)
    expect(formatAmountInput(1n, "fiat", priced(18, null))).toBe(null)
  })

  it("rounds down: the value never exceeds the fiat amount, and one unit more would", () => {
    fc.assert(
      fc.property(typed, decimals, price, (text, of, at) => {
        const bought = parseAmountInput(text, "fiat", priced(of, at))
        if (bought === null) throw new Error(`not read: ${text}`)
        const fraction = text.split(".")[1] ?? ""
        const paid = BigInt(text.replace(".", "") || "0")
        // Both sides have the same denominator, so the comparison rounds nothing.
        const cost = (amount: bigint) => amount * at.units * 10n ** BigInt(fraction.length)
        const budget = paid * 10n ** BigInt(of + at.decimals)
        expect(cost(bought) <= budget).toBe(true)
        expect(cost(bought + 1n) > budget).toBe(true)
      }),
    )
  })

  it.each([
    [10n ** 18n, "2000", "2000"],
    [1n, "2000", "0.000000000000002"],
    [0n, "2000", "0"],
    [123_456_789_000_000_000n, "3141.59", "387.85"],
    [10n ** 48n, "1", `1${"0".repeat(30)}`],
  ])("formats %s base units with 18 decimals and a price of %s as %s", (amount, at, expected) => {
    expect(formatAmountInput(amount, "fiat", priced(18, usd(at)))).toBe(expected)
  })

  it("never formats a value above itself, nor a positive value as zero", () => {
    fc.assert(
      fc.property(units, decimals, price, (amount, of, at) => {
        const exact = toFiatValue(amount, of, at)
        const text = formatAmountInput(amount, "fiat", priced(of, at)) ?? ""
        expect(applyNumericEdit(text)).toBe(text)
        const [whole = "", fraction = ""] = text.split(".")
        const written = BigInt(whole + fraction) * 10n ** BigInt(exact?.decimals ?? 0)
        const worth = (exact?.units ?? 0n) * 10n ** BigInt(fraction.length)
        expect(written <= worth).toBe(true)
        expect(written === 0n).toBe(worth === 0n)
      }),
    )
  })
})
