import type { SwapQuote } from "@wmodal/core/flows"
import { type Decimal, toDecimalUnits } from "@wmodal/protocol"
import { formatExactNumber } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"

/** More decimals than any token has, so the rate is exact enough for display. */
const rateDecimals = 18

/** Returns the amount of the destination for one whole unit of the source. */
export const toExchangeRate = ({ source, destination, amount, received }: SwapQuote): Decimal => ({
  units: amount === 0n ? 0n : (received * 10n ** BigInt(source.decimals + rateDecimals)) / amount,
  decimals: destination.decimals + rateDecimals,
})

/** Fraction digits, unless the rate is smaller. */
const maxFractionDigits = 6

/** Truncates after six fraction digits, or after the first four significant digits when fewer would be left. */
export const roundRate = (value: Decimal): Decimal => {
  const most = Math.max(maxFractionDigits, value.decimals)
  let decimals = maxFractionDigits
  while (decimals < most && toDecimalUnits(value, decimals) < 1000n) decimals += 1
  return { units: toDecimalUnits(value, decimals), decimals }
}

export interface RateProps {
  readonly quote: SwapQuote
  readonly refreshing: boolean
}

/** The amount for one unit of the source, as a line of a `dl`. A refresh is visible but not announced. */
export const Rate = ({ quote, refreshing }: RateProps) => {
  const { t, locale } = useMessages()
  const { source, destination } = quote
  const one = formatExactAmount(locale, 1n, { symbol: source.symbol, decimals: 0 })
  const other = `${formatExactNumber(locale, roundRate(toExchangeRate(quote)))} ${destination.symbol}`
  return (
    <Fact name={t("swap.rate")}>
      {refreshing && <span className="spinner swap-refreshing" aria-hidden="true" />}
      <bdi dir="ltr">{t("swap.rateText", { one, other })}</bdi>
    </Fact>
  )
}
