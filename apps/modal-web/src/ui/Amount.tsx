import { useMessages } from "../messages/Translate.tsx"

export interface AmountProps {
  /** A decimal number with a dot. */
  readonly text: string
  readonly symbol: string
  readonly label: string
}

/** A big number with a muted fraction. Isolated, so that it reads the same in a right-to-left page. */
export const Amount = ({ text, symbol, label }: AmountProps) => {
  const [whole, fraction] = formatParts(text, useMessages().locale)
  return (
    <p className="amount" data-length={getLengthClass(text.length + symbol.length)}>
      <span className="hidden">{label}</span>
      <bdi dir="ltr">
        <span>{whole}</span>
        {fraction !== "" && <span className="faint">{fraction}</span>}
        <span className="faint">{` ${symbol}`}</span>
      </bdi>
    </p>
  )
}

/** Returns the size class of a text: long ones are smaller, so that they fit into one line. */
export const getLengthClass = (characters: number): "long" | "huge" | undefined =>
  characters > 16 ? "huge" : characters > 10 ? "long" : undefined

const isDecimal = (text: string): text is `${number}` => /^\d+(\.\d+)?$/.test(text)

/**
 * Formats the whole part, and the fraction with its separator, in the locale's form. Exact for any length, because
 * `Intl` reads a text digit by digit.
 */
const formatParts = (text: string, locale: string): readonly [whole: string, fraction: string] => {
  if (!isDecimal(text)) return [text, ""]
  const digits = text.split(".")[1]?.length ?? 0
  const parts = new Intl.NumberFormat(locale, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).formatToParts(text)
  const end = parts.findIndex(({ type }) => type === "decimal")
  const said = (some: typeof parts) => some.map(({ value }) => value).join("")
  return end === -1 ? [said(parts), ""] : [said(parts.slice(0, end)), said(parts.slice(end))]
}
