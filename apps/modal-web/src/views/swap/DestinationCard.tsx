import type { QuoteState, SwapError, SwapForm } from "@wmodal/core/flows"
import { useId } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { formatExactNumber } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { getAmountSize, minFullRowCharacters } from "../../ui/AmountInput.tsx"
import { FieldError } from "../send/FieldError.tsx"
import { formatSwapAmount, formatSwapNumber } from "../send/formatAmounts.ts"
import { TokenButton } from "../wallet/TokenButton.tsx"
import { SideValue } from "./SideValue.tsx"

export interface DestinationCardProps {
  readonly form: SwapForm
  readonly quote: QuoteState
  readonly wrong: SwapError | null
}

/** The received amount, read-only. */
export const DestinationCard = ({ form: { destination }, quote, wrong }: DestinationCardProps) => {
  const { engine, run } = useEngine()
  const { t, locale } = useMessages()
  const id = useId()
  const symbol = destination?.token.symbol ?? ""
  const quoted = quote._tag === "Quoted" ? quote.quote : null
  return (
    <div
      className="send-card"
      data-invalid={wrong !== null}
      data-stale={quote._tag === "Quoted" && quote.stale}
    >
      <div className="swap-top">
        <h2 className="send-label">{t("swap.receive")}</h2>
        {quoted !== null && (
          <bdi className="swap-least">
            {t("swap.atLeast", { amount: formatSwapAmount(locale, quoted.minimum, quoted.destination) })}
          </bdi>
        )}
      </div>
      <div className="amount-row">
        <Received quote={quote} />
        <TokenButton
          token={destination?.token ?? null}
          label={t("swap.chooseDestination", { symbol })}
          onPress={() => run(engine.router.push({ _tag: "SwapSelectToken", target: "destination" }))}
        />
      </div>
      <div className="swap-below">
        <SideValue value={quoted?.receivedFiat ?? null} />
        {destination !== null && destination.balance !== null && (
          <bdi className="swap-have">
            {t("swap.have", { amount: formatSwapAmount(locale, destination.balance, destination.token) })}
          </bdi>
        )}
      </div>
      {wrong !== null && <FieldError id={`${id}-wrong`} error={wrong} />}
    </div>
  )
}

/** The amount alone, as large as the paid one. */
const Received = ({ quote }: Pick<DestinationCardProps, "quote">) => {
  const { t, locale } = useMessages()
  switch (quote._tag) {
    case "Quoted": {
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
    case "Quoting":
      return (
        <div className="amount-input">
          <p className="amount-line" style={{ fontSize: getAmountSize(1) }}>
            <span className="skeleton-text skeleton" aria-hidden="true" />
            <span className="hidden">{t("swap.quoting")}</span>
          </p>
        </div>
      )
    case "None":
    case "Failed":
      return (
        <div className="amount-input">
          <p className="amount-line faint" style={{ fontSize: getAmountSize(1) }}>
            <span aria-hidden="true">{formatExactNumber(locale, { units: 0n, decimals: 0 })}</span>
            <span className="hidden">{t("swap.nothing")}</span>
          </p>
        </div>
      )
  }
}
