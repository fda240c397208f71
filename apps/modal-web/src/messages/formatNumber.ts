import { type Decimal, floorAmount } from "@wmodal/protocol"

/** Making one costs more than using it a hundred times. */
const formatters = new Map<string, Intl.NumberFormat>()

const getFormatter = (locale: string, options: Intl.NumberFormatOptions) => {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formatters.get(key)
  if (known !== undefined) return known
  const format = new Intl.NumberFormat(locale, options)
  formatters.set(key, format)
  return format
}

const isDecimal = (text: string): text is `${number}` => /^-?\d+(\.\d+)?$/.test(text)

/** `Intl` reads a text digit by digit: exact however long the number is. */
const toNumericText = ({ units, decimals }: Decimal): `${number}` => {
  const text = floorAmount(units, decimals, decimals)
  return isDecimal(text) ? text : "0"
}

const usdOptions = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const

/** Money of a state (USD), as the locale writes it: `$1,234.50`. */
export const formatFiatValue = (locale: string, value: Decimal): string =>
  getFormatter(locale, usdOptions).format(toNumericText(value))

/** The same, part by part. */
export const formatFiatParts = (locale: string, value: Decimal): readonly Intl.NumberFormatPart[] =>
  getFormatter(locale, usdOptions).formatToParts(toNumericText(value))

/** With so many fraction digits, `most` where they say something, cut towards zero: never more than there is. */
export const formatLocaleQuantity = (
  locale: string,
  quantity: Decimal,
  digits: number,
  most = digits,
): string =>
  getFormatter(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: most,
    roundingMode: "trunc",
  }).format(toNumericText(quantity))

/** Digit by digit, with no zeros at its end. */
export const formatExactNumber = (locale: string, quantity: Decimal): string =>
  getFormatter(locale, { maximumFractionDigits: 100 }).format(toNumericText(quantity))

/** A share in percent, with at most so many fraction digits, or exactly so many. For display: it was never exact. */
export const formatPercent = (
  locale: string,
  percent: number,
  { digits, exactly = 0 }: { readonly digits: number; readonly exactly?: number },
): string =>
  getFormatter(locale, {
    style: "percent",
    minimumFractionDigits: exactly,
    maximumFractionDigits: digits,
  }).format(percent / 100)

/** Text that reads from left to right wherever it stands: an address, an amount. */
export const isolateText = (text: string): string => `\u2066${text}\u2069`
