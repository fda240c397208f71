import { type Decimal, toDecimalUnits } from "@wmodal/protocol"
import { exactText, fiatText } from "../../messages/numbers.ts"

/** What is counted: a token, or a network's own currency. */
export interface Counted {
  readonly symbol: string
  readonly decimals: number
}

/** Every digit of an amount in base units, with its symbol. */
export const exactSum = (locale: string, units: bigint, { decimals, symbol }: Counted): string =>
  `${exactText(locale, { units, decimals })} ${symbol}`

/** Cut after so many fraction digits where nobody decides by the rest. Who counts in no more than nine shows each. */
const placesOf = (decimals: number) => (decimals > 9 ? 6 : decimals)

/** The same inside a sentence of any direction. */
export const isolated = (text: string): string => `\u2068${text}\u2069`

/** An amount in base units, cut towards zero; what is not nothing never looks like nothing. */
export const shortText = (locale: string, units: bigint, decimals: number): string => {
  const places = placesOf(decimals)
  const cut = toDecimalUnits({ units, decimals }, places)
  return cut === 0n && units > 0n
    ? `<${exactText(locale, { units: 1n, decimals: places })}`
    : exactText(locale, { units: cut, decimals: places })
}

/** The same with its symbol. */
export const shortSum = (locale: string, units: bigint, { decimals, symbol }: Counted): string =>
  `${shortText(locale, units, decimals)} ${symbol}`

/** Fiat (USD); less than a cent, and not nothing, says so. */
export const fiatSum = (locale: string, value: Decimal): string =>
  toDecimalUnits(value, 2) === 0n && value.units > 0n
    ? `<${fiatText(locale, { units: 1n, decimals: 2 })}`
    : fiatText(locale, value)

/** As many fraction digits of both as it takes to tell them apart, and no fewer than usual. */
export const beforeAndAfter = (
  locale: string,
  { before, after }: { readonly before: bigint; readonly after: bigint },
  counted: Counted,
): readonly [before: string, after: string] => {
  const { decimals } = counted
  const places = placesOf(decimals)
  const cut = (units: bigint, digits: number) => toDecimalUnits({ units, decimals }, digits)
  const finer = Array.from({ length: Math.max(0, decimals - places) }, (_, more) => places + 1 + more)
  const digits = [places, ...finer].find((some) => cut(before, some) !== cut(after, some)) ?? places
  const text = (units: bigint) => exactText(locale, { units: cut(units, digits), decimals: digits })
  return [text(before), text(after)]
}
