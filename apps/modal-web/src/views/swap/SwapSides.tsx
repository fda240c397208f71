import type { SwapQuote } from "@wmodal/core/flows"
import { useWords } from "../../messages/Words.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Picture } from "../../ui/Picture.tsx"
import { exactSum, fiatSum } from "../send/sums.ts"

/** What goes and what comes, in full. */
export const SwapSides = ({ quote }: { readonly quote: SwapQuote }) => {
  const { t, locale } = useWords()
  const { source, destination, amount, received, receivedFiat } = quote
  return (
    <div className="send-card swap-both">
      <Picture source={source.icon} name={source.symbol} shape="network" />
      <p>
        <span className="send-label">{t("swap.pay")}</span>
        <bdi dir="ltr">{exactSum(locale, amount, source)}</bdi>
      </p>
      <Icon name="arrive" />
      <Picture source={destination.icon} name={destination.symbol} shape="network" />
      <p>
        <span className="send-label">{t("swap.receive")}</span>
        <bdi dir="ltr">{exactSum(locale, received, destination)}</bdi>
        {receivedFiat !== null && (
          <bdi dir="ltr" className="muted">
            {fiatSum(locale, receivedFiat)}
          </bdi>
        )}
      </p>
    </div>
  )
}
