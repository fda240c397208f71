import type { SwapQuote } from "@wmodal/core/flows"
import { type Decimal, toDecimalUnits } from "@wmodal/protocol"
import { formatExactNumber } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"

/** More than any token has: what one of it gets is exact enough to be read. */
const rateDecimals = 18

/** What one whole unit of the source gets of the destination. */
export const toExchangeRate = ({ source, destination, amount, received }: SwapQuote): Decimal => ({
  units: amount === 0n ? 0n : (received * 10n ** BigInt(source.decimals + rateDecimals)) / amount,
  decimals: destination.decimals + rateDecimals,
})

/** Fraction digits where nothing smaller is asked about. */
const maxFractionDigits = 6

/** Cut after six fraction digits, or, where that leaves less than four digits of it, after its first four. */
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

/** What one of the source gets, as a line of a `dl`. A newer quote on its way shows, and is not spoken. */
export const Rate = ({ quote, refreshing }: RateProps) => {
  const { t, locale } = useMessages()
  const { source, destination } = quote
  const one = formatExactAmount(locale, 1n, { symbol: source.symbol, decimals: 0 })
  const other = `${formatExactNumber(locale, roundRate(toExchangeRate(quote)))} ${destination.symbol}`
  return (
    <div>
      <dt>{t("swap.rate")}</dt>
      <dd>
        {refreshing && <span className="spinner swap-refreshing" aria-hidden="true" />}
        <bdi dir="ltr">{t("swap.rateText", { one, other })}</bdi>
      </dd>
    </div>
  )
}
