import type { SwapQuote } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useValue } from "../../binding/useValue.ts"
import { formatPercent } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { AmountWithValue } from "../send/AmountWithValue.tsx"
import { formatFiatAmount, formatSwapAmount } from "../send/formatAmounts.ts"
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
      <Fact name={t("swap.minimum")} amount={formatSwapAmount(locale, minimum, destination)} />
      <Fact
        name={t("swap.maximumSlippage")}
        amount={formatSwapAmount(locale, maximumSlippage, destination)}
      />
      <Fact name={t("swap.fee")}>
        {gasFiat === null ? (
          <AmountWithValue units={gas} counted={nativeCurrency} fiat={null} />
        ) : (
          <bdi dir="ltr">{formatFiatAmount(locale, gasFiat)}</bdi>
        )}
      </Fact>
      <Fact name={t("swap.providerFee")} amount={formatSwapAmount(locale, providerFee, source)} />
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
        <Fact name={t(name)} key={name}>
          <span className="skeleton-text skeleton" />
        </Fact>
      ))}
    </dl>
  )
}

/** The percentage from which the impact is highlighted. */
const minNoticeablePercent = 5

/** The lost share of the value, as a line of a `dl`. */
export const Impact = ({ percent }: { readonly percent: number | null }) => {
  const { t, locale } = useMessages()
  return (
    <Fact
      name={t("swap.impact")}
      tone={percent === null || percent > minNoticeablePercent ? "warn" : undefined}
    >
      {percent === null ? (
        t("swap.impactUnknown")
      ) : (
        <bdi dir="ltr">{formatPercent(locale, percent, { digits: 2 })}</bdi>
      )}
    </Fact>
  )
}
