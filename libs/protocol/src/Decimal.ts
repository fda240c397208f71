import { Result } from "effect"
import { InvalidAmount } from "./Amount.ts"

/**
 * An exact decimal number of any sign, `units` / 10^`decimals`, such as a quantity, price or value from an API.
 * Fractions are never floating-point numbers.
 */
export interface Decimal {
  readonly units: bigint
  /** 0 or more. */
  readonly decimals: number
}

/** 0, without fraction digits. */
export const zeroDecimal: Decimal = { units: 0n, decimals: 0 }

/** No real amount is longer, and parsing time grows with the length. */
const maxDecimalLength = 400

/**
 * Parses a number from an API: `12`, `-0.5`, `1.5e-7`. A JSON number counts as its shortest digits, so `0.1` is
 * exactly a tenth.
 * Rejects group separators, hex, infinity, more than 400 characters and exponents of more than 400 places.
 */
export const parseDecimal = (input: string | number): Result.Result<Decimal, InvalidAmount> => {
  const text = String(input)
  const [all, sign = "", whole = "", fraction = "", exponent = "0"] =
    (text.length > maxDecimalLength ? null : /^([-+]?)(\d*)(?:\.(\d+))?(?:e([-+]?\d{1,4}))?$/i.exec(text)) ??
    []
  const places = fraction.length - Number(exponent)
  if (all === undefined || whole + fraction === "" || Math.abs(places) > maxDecimalLength) {
    return Result.fail(
      new InvalidAmount({ text: text.slice(0, maxDecimalLength), reason: { _tag: "NotANumber" } }),
    )
  }
  const size = BigInt(whole + fraction + "0".repeat(Math.max(0, -places)))
  return Result.succeed({ units: sign === "-" ? -size : size, decimals: Math.max(0, places) })
}

/** Adds two decimals exactly. */
export const addDecimals = (a: Decimal, b: Decimal): Decimal => {
  const decimals = Math.max(a.decimals, b.decimals)
  const units = (decimal: Decimal) => decimal.units * 10n ** BigInt(decimals - decimal.decimals)
  return { units: units(a) + units(b), decimals }
}

/** Returns the exact product, such as a quantity times a unit price. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  decimals: a.decimals + b.decimals,
})

/**
 * Returns a negative number when `a` is less, a positive one when it is greater, and 0 when both are equal. For
 * sorting.
 */
export const compareDecimals = (a: Decimal, b: Decimal): number => {
  const left = a.units * 10n ** BigInt(b.decimals)
  const right = b.units * 10n ** BigInt(a.decimals)
  return left < right ? -1 : left > right ? 1 : 0
}

/** Converts to an integer with `decimals` fraction digits, cut towards zero: never more than the balance. */
export const toDecimalUnits = ({ units, decimals: from }: Decimal, decimals: number): bigint =>
  decimals >= from ? units * 10n ** BigInt(decimals - from) : units / 10n ** BigInt(from - decimals)
