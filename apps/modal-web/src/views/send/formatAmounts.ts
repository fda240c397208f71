import { type Decimal, toDecimalUnits } from "@wmodal/protocol"
import { formatExactNumber, formatFiatValue } from "../../messages/formatNumber.ts"

/** What is counted: a token, or a network's own currency. */
export interface AmountUnitInfo {
  readonly symbol: string
  readonly decimals: number
}

/** Every digit of an amount in base units, with its symbol. */
export const formatExactAmount = (
  locale: string,
  units: bigint,
  { decimals, symbol }: AmountUnitInfo,
): string => `${formatExactNumber(locale, { units, decimals })} ${symbol}`

/** Cut after so many fraction digits where nobody decides by the rest. Who counts in no more than nine shows each. */
const getFractionDigits = (decimals: number) => (decimals > 9 ? 6 : decimals)

/** The same inside a sentence of any direction. */
export const isolateAmount = (text: string): string => `\u2068${text}\u2069`

/** An amount in base units, cut towards zero; what is not nothing never looks like nothing. */
export const formatShortNumber = (locale: string, units: bigint, decimals: number): string => {
  const places = getFractionDigits(decimals)
  const cut = toDecimalUnits({ units, decimals }, places)
  return cut === 0n && units > 0n
    ? `<${formatExactNumber(locale, { units: 1n, decimals: places })}`
    : formatExactNumber(locale, { units: cut, decimals: places })
}

/** The same with its symbol. */
export const formatShortAmount = (
  locale: string,
  units: bigint,
  { decimals, symbol }: AmountUnitInfo,
): string => `${formatShortNumber(locale, units, decimals)} ${symbol}`

/** Fiat (USD); less than a cent, and not nothing, says so. */
export const formatFiatAmount = (locale: string, value: Decimal): string =>
  toDecimalUnits(value, 2) === 0n && value.units > 0n
    ? `<${formatFiatValue(locale, { units: 1n, decimals: 2 })}`
    : formatFiatValue(locale, value)

/** As many fraction digits of both as it takes to tell them apart, and no fewer than usual. */
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
