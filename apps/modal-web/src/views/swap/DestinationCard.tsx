import type { QuoteState, SwapError, SwapForm } from "@wmodal/core/flows"
import { useId } from "react"
import { formatExactNumber } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { getAmountSize, minFullRowCharacters } from "../../ui/AmountInput.tsx"
import { formatSwapAmount, formatSwapNumber } from "../send/formatAmounts.ts"
import { TokenAmountCard } from "../wallet/TokenAmountCard.tsx"
import { SideValue } from "./SideValue.tsx"

export interface DestinationCardProps {
  readonly form: SwapForm
  readonly quote: QuoteState
  readonly wrong: SwapError | null
}

/** The received amount, read-only. */
export const DestinationCard = ({ form: { destination }, quote, wrong }: DestinationCardProps) => {
  const { t, locale } = useMessages()
  const quoted = quote._tag === "Quoted" ? quote.quote : null
  return (
    <TokenAmountCard
      token={destination?.token ?? null}
      label={t("swap.chooseDestination", { symbol: destination?.token.symbol ?? "" })}
      choose={{ _tag: "SwapSelectToken", target: "destination" }}
      error={wrong}
      errorId={`${useId()}-wrong`}
      stale={quote._tag === "Quoted" && quote.stale}
      above={
        <div className="swap-top">
          <h2 className="send-label">{t("swap.receive")}</h2>
          {quoted !== null && (
            <bdi className="swap-least">
              {t("swap.atLeast", { amount: formatSwapAmount(locale, quoted.minimum, quoted.destination) })}
            </bdi>
          )}
        </div>
      }
      below={
        <div className="swap-below">
          <SideValue value={quoted?.receivedFiat ?? null} />
          {destination !== null && destination.balance !== null && (
            <bdi className="swap-have">
              {t("swap.have", { amount: formatSwapAmount(locale, destination.balance, destination.token) })}
            </bdi>
          )}
        </div>
      }
    >
      <Received quote={quote} />
    </TokenAmountCard>
  )
}

/** The amount alone, as large as the paid one. */
const Received = ({ quote }: Pick<DestinationCardProps, "quote">) => {
  const { t, locale } = useMessages()
  if (quote._tag === "Quoted") {
    const { received, destination } = quote.quote
    const text = formatSwapNumber(locale, received, destination.decimals)
    return (
      <div className="amount-input" data-long={text.length > minFullRowCharacters}>
        <p className="amount-line" dir="ltr" style={{ fontSize: getAmountSize(text.length) }}>
          {text}
        </p>
      </div>
    )
  }
  const isQuoting = quote._tag === "Quoting"
  return (
    <div className="amount-input">
      <p className={isQuoting ? "amount-line" : "amount-line faint"} style={{ fontSize: getAmountSize(1) }}>
        <span className={isQuoting ? "skeleton-text skeleton" : undefined} aria-hidden="true">
          {isQuoting ? null : formatExactNumber(locale, { units: 0n, decimals: 0 })}
        </span>
        <span className="hidden">{t(isQuoting ? "swap.quoting" : "swap.nothing")}</span>
      </p>
    </div>
  )
}
