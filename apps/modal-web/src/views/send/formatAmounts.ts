import { type Decimal, toDecimalUnits } from "@wmodal/protocol"
import { formatExactNumber, formatFiatValue } from "../../messages/formatNumber.ts"

/** The unit of an amount: a token, or a network's native currency. */
export interface AmountUnitInfo {
  readonly symbol: string
  readonly decimals: number
}

/** Formats an amount in base units, with its symbol. */
type FormatAmount = (locale: string, units: bigint, counted: AmountUnitInfo) => string

/** Formats every digit. */
export const formatExactAmount: FormatAmount = (locale, units, { decimals, symbol }) =>
  `${formatExactNumber(locale, { units, decimals })} ${symbol}`

/**
 * Returns the fraction digits to show: every digit of a unit with at most nine decimals, else six, because the rest
 * does not matter.
 */
const getFractionDigits = (decimals: number) => (decimals > 9 ? 6 : decimals)

/** Formats an amount, truncated towards zero; a small amount never shows as zero. */
const formatTruncated = (locale: string, amount: Decimal, digits: number): string => {
  const cut = toDecimalUnits(amount, digits)
  return cut === 0n && amount.units > 0n
    ? `<${formatExactNumber(locale, { units: 1n, decimals: digits })}`
    : formatExactNumber(locale, { units: cut, decimals: digits })
}

/** Formats a truncated amount. */
export const formatShortAmount: FormatAmount = (locale, units, { decimals, symbol }) =>
  `${formatTruncated(locale, { units, decimals }, getFractionDigits(decimals))} ${symbol}`

/** The fraction digits of an amount that a swap quotes. */
const maxSwapFractionDigits = 6

/** Formats a quoted amount with at most six fraction digits; a small amount never shows as zero. */
export const formatSwapNumber = (locale: string, units: bigint, decimals: number): string =>
  formatTruncated(locale, { units, decimals }, Math.min(decimals, maxSwapFractionDigits))

/** Formats a quoted amount. */
export const formatSwapAmount: FormatAmount = (locale, units, { decimals, symbol }) =>
  `${formatSwapNumber(locale, units, decimals)} ${symbol}`

/** Formats fiat (USD); a value below one cent, but not zero, shows as less than a cent. */
export const formatFiatAmount = (locale: string, value: Decimal): string =>
  toDecimalUnits(value, 2) === 0n && value.units > 0n
    ? `<${formatFiatValue(locale, { units: 1n, decimals: 2 })}`
    : formatFiatValue(locale, value)

/** Formats both amounts with as many fraction digits as distinguish them, and no fewer than usual. */
export const formatBeforeAndAfter = (
  locale: string,
  { before, after }: { readonly before: bigint; readonly after: bigint },
  counted: AmountUnitInfo,
): readonly [before: string, after: string] => {
  const { decimals } = counted
  const places = getFractionDigits(decimals)
  const cut = (units: bigint, digits: number) => toDecimalUnits({ units, decimals }, digits)
  const finer = Array.from({ length: Math.max(0, decimals - places) }, (_, more) => places + 1 + more)
  const digits = [places, ...finer].find((some) => cut(before, some) !== cut(after, some)) ?? places
  const text = (units: bigint) => formatExactNumber(locale, { units: cut(units, digits), decimals: digits })
  return [text(before), text(after)]
}
