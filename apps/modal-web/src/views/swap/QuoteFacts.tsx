import type { SwapQuote } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useWords } from "../../messages/Words.tsx"
import { Sum } from "../send/Sum.tsx"
import { fiatSum, shortSum } from "../send/sums.ts"
import { Impact } from "./Impact.tsx"
import { Rate } from "./Rate.tsx"

export interface QuoteFactsProps {
  readonly quote: SwapQuote
  readonly stale: boolean
  readonly refreshing: boolean
}

/** What a quote says besides its amount. */
export const QuoteFacts = ({ quote, stale, refreshing }: QuoteFactsProps) => {
  const { engine } = useEngine()
  const { t, locale } = useWords()
  const { nativeCurrency } = useValue(engine.networks.shown).network
  const { minimum, maximumSlippage, providerFee, gas, gasFiat, source, destination } = quote
  return (
    <dl className="send-facts" data-stale={stale}>
      <Rate quote={quote} refreshing={refreshing} />
      <Impact percent={quote.impact} />
      <div>
        <dt>{t("swap.minimum")}</dt>
        <dd>
          <bdi dir="ltr">{shortSum(locale, minimum, destination)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("swap.maximumSlippage")}</dt>
        <dd>
          <bdi dir="ltr">{shortSum(locale, maximumSlippage, destination)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("swap.fee")}</dt>
        <dd>
          {gasFiat === null ? (
            <Sum units={gas} counted={nativeCurrency} fiat={null} />
          ) : (
            <bdi dir="ltr">{fiatSum(locale, gasFiat)}</bdi>
          )}
        </dd>
      </div>
      <div>
        <dt>{t("swap.providerFee")}</dt>
        <dd>
          <bdi dir="ltr">{shortSum(locale, providerFee, source)}</bdi>
        </dd>
      </div>
    </dl>
  )
}

const names = [
  "swap.rate",
  "swap.impact",
  "swap.minimum",
  "swap.maximumSlippage",
  "swap.fee",
  "swap.providerFee",
] as const

/** The same lines before they are known: nothing moves as they come. */
export const QuoteFactsLooking = () => {
  const { t } = useWords()
  return (
    <dl className="send-facts" aria-hidden="true">
      {names.map((name) => (
        <div key={name}>
          <dt>{t(name)}</dt>
          <dd>
            <span className="skeleton-text skeleton" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
