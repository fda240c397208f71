import type { SwapQuote } from "@wmodal/core/flows"
import { exactText } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"
import { exactSum } from "../send/sums.ts"
import { rateOf, readable } from "./exchangeRate.ts"

export interface RateProps {
  readonly quote: SwapQuote
  readonly refreshing: boolean
}

/** What one of the source gets, as a line of a `dl`. A newer quote on its way shows, and is not spoken. */
export const Rate = ({ quote, refreshing }: RateProps) => {
  const { t, locale } = useWords()
  const { source, destination } = quote
  const one = exactSum(locale, 1n, { symbol: source.symbol, decimals: 0 })
  const other = `${exactText(locale, readable(rateOf(quote)))} ${destination.symbol}`
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
