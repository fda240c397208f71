import type { QuoteState, SwapError, SwapForm } from "@wmodal/core/flows"
import { useId } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { exactText } from "../../messages/numbers.ts"
import { useWords } from "../../messages/Words.tsx"
import { amountSize, longRow } from "../../ui/AmountInput.tsx"
import { FieldError } from "../send/FieldError.tsx"
import { shortSum, shortText } from "../send/sums.ts"
import { TokenButton } from "../wallet/TokenButton.tsx"
import { Worth } from "./Worth.tsx"

export interface DestinationCardProps {
  readonly form: SwapForm
  readonly quote: QuoteState
  readonly wrong: SwapError | null
}

/** What comes out of it, to be read. */
export const DestinationCard = ({ form: { destination }, quote, wrong }: DestinationCardProps) => {
  const { engine, run } = useEngine()
  const { t, locale } = useWords()
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
            {t("swap.atLeast", { amount: shortSum(locale, quoted.minimum, quoted.destination) })}
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
        <Worth value={quoted?.receivedFiat ?? null} />
        {destination !== null && destination.balance !== null && (
          <bdi className="swap-have">
            {t("swap.have", { amount: shortSum(locale, destination.balance, destination.token) })}
          </bdi>
        )}
      </div>
      {wrong !== null && <FieldError id={`${id}-wrong`} error={wrong} />}
    </div>
  )
}

/** The amount alone, as big as the one that is paid. */
const Received = ({ quote }: Pick<DestinationCardProps, "quote">) => {
  const { t, locale } = useWords()
  switch (quote._tag) {
    case "Quoted": {
      const { received, destination } = quote.quote
      const text = shortText(locale, received, destination.decimals)
      return (
        <div className="amount-input" data-long={text.length > longRow}>
          <p className="amount-line" dir="ltr" style={{ fontSize: amountSize(text.length) }}>
            {text}
          </p>
        </div>
      )
    }
    case "Quoting":
      return (
        <div className="amount-input">
          <p className="amount-line" style={{ fontSize: amountSize(1) }}>
            <span className="skeleton-text skeleton" aria-hidden="true" />
            <span className="hidden">{t("swap.quoting")}</span>
          </p>
        </div>
      )
    case "None":
    case "Failed":
      return (
        <div className="amount-input">
          <p className="amount-line faint" style={{ fontSize: amountSize(1) }}>
            <span aria-hidden="true">{exactText(locale, { units: 0n, decimals: 0 })}</span>
            <span className="hidden">{t("swap.nothing")}</span>
          </p>
        </div>
      )
  }
}
