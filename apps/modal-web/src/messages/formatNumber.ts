import { type Decimal, floorAmount, toDecimalUnits } from "@wmodal/protocol"

/** Cached, because creating a formatter costs more than using it a hundred times. */
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

/** Returns decimal text, which `Intl` formats digit by digit: exact for any length. */
const toNumericText = ({ units, decimals }: Decimal): `${number}` => {
  const text = floorAmount(units, decimals, decimals)
  return isDecimal(text) ? text : "0"
}

const usdOptions = { style: "currency", currency: "USD", currencyDisplay: "narrowSymbol" } as const

/** Formats money (USD) in the locale's form: `$1,234.50`. */
export const formatFiatValue = (locale: string, value: Decimal): string =>
  getFormatter(locale, usdOptions).format(toNumericText(value))

const cent: Decimal = { units: 1n, decimals: 2 }

/** Formats money (USD) as parts; a value below one cent, but not zero, as less than a cent. */
export const formatFiatParts = (
  locale: string,
  value: Decimal,
): readonly Pick<Intl.NumberFormatPart, "type" | "value">[] => {
  const isSmall = value.units > 0n && toDecimalUnits(value, 2) === 0n
  const parts = getFormatter(locale, usdOptions).formatToParts(toNumericText(isSmall ? cent : value))
  return isSmall ? [{ type: "literal", value: "<" }, ...parts] : parts
}

/**
 * Formats with this many fraction digits, or `most` when they are significant, truncated towards zero; a quantity that is
 * not zero never shows as zero.
 */
export const formatLocaleQuantity = (
  locale: string,
  quantity: Decimal,
  digits: number,
  most = digits,
): string => {
  const format = getFormatter(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: most,
    roundingMode: "trunc",
  })
  return quantity.units > 0n && toDecimalUnits(quantity, most) === 0n
    ? `<${format.format(toNumericText({ units: 1n, decimals: most }))}`
    : format.format(toNumericText(quantity))
}

/** Formats every digit, without trailing zeros. */
export const formatExactNumber = (locale: string, quantity: Decimal): string =>
  getFormatter(locale, { maximumFractionDigits: 100 }).format(toNumericText(quantity))

/** Formats a percentage with at most, or exactly, this many fraction digits. For display only. */
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

/**
 * Isolates text, such as a name, an address or an amount, from the direction of the sentence around it. Its own first
 * letter decides its direction, and no character in it ends the isolation. Source: UAX #9.
 */
export const isolateText = (text: string): string => `\u2068${text.replace(/[\u2066-\u2069]/g, "")}\u2069`

/**
 * Formats money of any currency (ISO 4217) in the locale's form: `€1,234.50`.
 * @param trailingZeroDisplay `stripIfInteger` omits the fraction of a whole amount: `€1,000`.
 */
export const formatMoney = (
  locale: string,
  value: Decimal,
  currency: string,
  trailingZeroDisplay: "auto" | "stripIfInteger" = "auto",
): string =>
  getFormatter(locale, {
    style: "currency",
    currency,
    currencyDisplay: "narrowSymbol",
    trailingZeroDisplay,
  }).format(toNumericText(value))

/** Returns the sign of a currency, such as `$`. */
export const getCurrencySign = (locale: string, currency: string): string =>
  getFormatter(locale, { style: "currency", currency, currencyDisplay: "narrowSymbol" })
    .formatToParts(0)
    .find(({ type }) => type === "currency")?.value ?? currency

/** Returns the name of a currency in the locale's language. */
export const getCurrencyName = (locale: string, currency: string): string =>
  new Intl.DisplayNames(locale, { type: "currency" }).of(currency) ?? currency
