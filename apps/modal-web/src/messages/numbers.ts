import { type Decimal, floorAmount } from "@wmodal/protocol"

/** Making one costs more than using it a hundred times. */
const made = new Map<string, Intl.NumberFormat>()

const formatOf = (locale: string, options: Intl.NumberFormatOptions) => {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = made.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(locale, options)
  made.set(key, format)
  return format
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** `Intl` reads a text digit by digit: exact however long the number is. */
const exact = ({ units, decimals }: Decimal): `${number}` => {
  const text = floorAmount(units, decimals, decimals)
  return isDecimal(text) ? text : "0"
}

const dollars = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const

/** Money of a state (USD), as the locale writes it: `$1,234.50`. */
export const fiatText = (locale: string, value: Decimal): string =>
  formatOf(locale, dollars).format(exact(value))

/** The same, part by part. */
export const fiatParts = (locale: string, value: Decimal): readonly Intl.NumberFormatPart[] =>
  formatOf(locale, dollars).formatToParts(exact(value))

/** With so many fraction digits, `most` where they say something, cut towards zero: never more than there is. */
export const quantityText = (locale: string, quantity: Decimal, digits: number, most = digits): string =>
  formatOf(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: most,
    roundingMode: "trunc",
  }).format(exact(quantity))

/** Digit by digit, with no zeros at its end. */
export const exactText = (locale: string, quantity: Decimal): string =>
  formatOf(locale, { maximumFractionDigits: 100 }).format(exact(quantity))

/** A share in percent, with at most so many fraction digits, or exactly so many. For display: it was never exact. */
export const percentText = (
  locale: string,
  percent: number,
  { digits, exactly = 0 }: { readonly digits: number; readonly exactly?: number },
): string =>
  formatOf(locale, {
    style: "percent",
    minimumFractionDigits: exactly,
    maximumFractionDigits: digits,
  }).format(percent / 100)

/** Text that reads from left to right wherever it stands: an address, an amount. */
export const isolated = (text: string): string => `\u2066${text}\u2069`
