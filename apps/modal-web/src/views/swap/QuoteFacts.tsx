import type { SwapQuote } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AmountWithValue } from "../send/AmountWithValue.tsx"
import { formatFiatAmount, formatShortAmount } from "../send/formatAmounts.ts"
import { Impact } from "./Impact.tsx"
import { Rate } from "./Rate.tsx"

export interface QuoteFactsProps {
  readonly quote: SwapQuote
  readonly stale: boolean
  readonly refreshing: boolean
}

/** The facts of a quote, without its amount. */
export const QuoteFacts = ({ quote, stale, refreshing }: QuoteFactsProps) => {
  const { engine } = useEngine()
  const { t, locale } = useMessages()
  const { nativeCurrency } = useValue(engine.networks.shown).network
  const { minimum, maximumSlippage, providerFee, gas, gasFiat, source, destination } = quote
  return (
    <dl className="send-facts" data-stale={stale}>
      <Rate quote={quote} refreshing={refreshing} />
      <Impact percent={quote.impact} />
      <div>
        <dt>{t("swap.minimum")}</dt>
        <dd>
          <bdi dir="ltr">{formatShortAmount(locale, minimum, destination)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("swap.maximumSlippage")}</dt>
        <dd>
          <bdi dir="ltr">{formatShortAmount(locale, maximumSlippage, destination)}</bdi>
        </dd>
      </div>
      <div>
        <dt>{t("swap.fee")}</dt>
        <dd>
          {gasFiat === null ? (
            <AmountWithValue units={gas} counted={nativeCurrency} fiat={null} />
          ) : (
            <bdi dir="ltr">{formatFiatAmount(locale, gasFiat)}</bdi>
          )}
        </dd>
      </div>
      <div>
        <dt>{t("swap.providerFee")}</dt>
        <dd>
          <bdi dir="ltr">{formatShortAmount(locale, providerFee, source)}</bdi>
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

/** Placeholders of the same lines, so that nothing moves when they load. */
export const QuoteFactsLooking = () => {
  const { t } = useMessages()
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
