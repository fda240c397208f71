import { Result } from "effect"
import fc from "fast-check"
import { expect, it } from "vitest"
import { formatAmount } from "./Amount.ts"
import {
  addDecimals,
  compareDecimals,
  type Decimal,
  multiplyDecimals,
  parseDecimal,
  toDecimalUnits,
  zeroDecimal,
} from "./Decimal.ts"

const read = (input: string | number) => Result.getOrThrow(parseDecimal(input))
const exponents = fc.nat({ max: 60 })
const decimal: fc.Arbitrary<Decimal> = fc.record({
  units: fc.bigInt({ min: -(10n ** 60n), max: 10n ** 60n }),
  decimals: exponents,
})
const equal = (a: Decimal, b: Decimal) =>
  a.units * 10n ** BigInt(b.decimals) === b.units * 10n ** BigInt(a.decimals)

it.each([
  ["12", 12n, 0],
  ["-0.5", -5n, 1],
  ["+.25", 25n, 2],
  ["1.5e-7", 15n, 8],
  ["1.5E+3", 1500n, 0],
  ["1.25e1", 125n, 1],
  ["007", 7n, 0],
  [0.1, 1n, 1],
  [1e21, 10n ** 21n, 0],
  [5e-324, 5n, 324],
  [-0, 0n, 0],
])("parses %j", (input, units, decimals) => expect(read(input)).toEqual({ units, decimals }))

it.each([
  "",
  ".",
  "-",
  "1.",
  "e5",
  "1e",
  "1,5",
  "0x10",
  " 1",
  "1\n",
  "1e401",
  "1e-401",
  "1e99999",
  "9".repeat(401),
  "١",
  Number.NaN,
  Number.POSITIVE_INFINITY,
])("rejects %j", (input) => {
  const error = Result.getOrThrow(Result.flip(parseDecimal(input)))
  expect(error._tag).toBe("InvalidAmount")
  expect(error.reason).toEqual({ _tag: "NotANumber" })
})

it("parses every formatted amount back", () => {
  fc.assert(
    fc.property(decimal, ({ units, decimals }) => {
      expect(equal(read(formatAmount(units, decimals)), { units, decimals })).toBe(true)
    }),
  )
})

it("keeps the shortest digits of every JSON number", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      const { units, decimals } = read(number)
      expect(Number(`${units}e-${decimals}`)).toBe(number === 0 ? 0 : number)
    }),
  )
})

it("adds exactly, in any order", () => {
  expect(addDecimals(read(0.1), read(0.2))).toEqual(read("0.3"))
  fc.assert(
    fc.property(decimal, decimal, decimal, (a, b, c) => {
      expect(equal(addDecimals(a, b), addDecimals(b, a))).toBe(true)
      expect(equal(addDecimals(addDecimals(a, b), c), addDecimals(a, addDecimals(b, c)))).toBe(true)
      expect(equal(addDecimals(a, zeroDecimal), a)).toBe(true)
      expect(equal(addDecimals(a, { ...a, units: -a.units }), zeroDecimal)).toBe(true)
    }),
  )
})

it("multiplies exactly, in any order", () => {
  expect(multiplyDecimals(read("0.1"), read("0.2"))).toEqual({ units: 2n, decimals: 2 })
  fc.assert(
    fc.property(decimal, decimal, decimal, (a, b, c) => {
      const sum = multiplyDecimals(a, addDecimals(b, c))
      expect(equal(sum, addDecimals(multiplyDecimals(a, b), multiplyDecimals(a, c)))).toBe(true)
    }),
  )
})

it("compares numbers regardless of notation", () => {
  expect(compareDecimals(read("1.50"), read("1.5"))).toBe(0)
  expect(compareDecimals(read("-2"), read("1"))).toBeLessThan(0)
  fc.assert(
    fc.property(decimal, decimal, (a, b) => {
      expect(Math.sign(compareDecimals(a, b))).toBe(
        Math.sign(Number(toDecimalUnits(a, 60) - toDecimalUnits(b, 60))),
      )
      expect(compareDecimals(a, b) + compareDecimals(b, a)).toBe(0)
    }),
  )
})

it("truncates to base units, never above the value", () => {
  expect(toDecimalUnits(read("1.23456789"), 6)).toBe(1_234_567n)
  expect(toDecimalUnits(read("-0.9"), 0)).toBe(0n)
  fc.assert(
    fc.property(decimal, fc.nat({ max: 80 }), (value, places) => {
      const size = (number: { readonly units: bigint; readonly decimals: number }) => ({
        ...number,
        units: number.units < 0n ? -number.units : number.units,
      })
      const cut = { units: toDecimalUnits(value, places), decimals: places }
      expect(compareDecimals(size(cut), size(value))).toBeLessThanOrEqual(0)
    }),
  )
})

it("returns a number or InvalidAmount for any text", () => {
  const pieces = fc.constantFrom("1", "0", ".", "-", "+", "e", "E", ",", " ", "9".repeat(300))
  const anything = fc.oneof(
    fc.uint16Array().map((codes) => String.fromCharCode(...codes)),
    fc.array(pieces, { maxLength: 8 }).map((chosen) => chosen.join("")),
  )
  fc.assert(
    fc.property(anything, (text) => {
      const parsed = parseDecimal(text)
      expect(Result.isSuccess(parsed) || parsed.failure._tag === "InvalidAmount").toBe(true)
    }),
  )
})
