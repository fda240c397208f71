import { Result } from "effect"
import { InvalidAmount } from "./Amount.ts"

/**
 * An exact decimal number of any sign, `units` / 10^`decimals`: what a program outside wrote as a quantity,
 * a price or a value. No fraction is ever kept as a floating-point number.
 */
export interface Decimal {
  readonly units: bigint
  /** 0 or more. */
  readonly decimals: number
}

export const zeroDecimal: Decimal = { units: 0n, decimals: 0 }

/** Longer ones are nobody's money, and would keep the reader busy. */
const maxDecimalLength = 400

/**
 * Reads what programs write: `12`, `-0.5`, `1.5e-7`; a JSON number counts as its shortest digits, so `0.1` is a
 * tenth. No group separators, no hex, no infinity; at most 400 characters, and as many places for the exponent.
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

export const addDecimals = (a: Decimal, b: Decimal): Decimal => {
  const decimals = Math.max(a.decimals, b.decimals)
  const units = (decimal: Decimal) => decimal.units * 10n ** BigInt(decimals - decimal.decimals)
  return { units: units(a) + units(b), decimals }
}

/** The exact product, such as what so many cost at a price for one. */
export const multiplyDecimals = (a: Decimal, b: Decimal): Decimal => ({
  units: a.units * b.units,
  decimals: a.decimals + b.decimals,
})

/** Below zero where `a` is less, above where it is more, 0 where they are the same number. For sorting. */
export const compareDecimals = (a: Decimal, b: Decimal): number => {
  const left = a.units * 10n ** BigInt(b.decimals)
  const right = b.units * 10n ** BigInt(a.decimals)
  return left < right ? -1 : left > right ? 1 : 0
}

/** The number in units of the last of `decimals` places, cut towards zero: never more than there is. */
export const toDecimalUnits = ({ units, decimals: from }: Decimal, decimals: number): bigint =>
  decimals >= from ? units * 10n ** BigInt(decimals - from) : units / 10n ** BigInt(from - decimals)
