import type { QuoteState, SwapError, SwapForm } from "@wmodal/core/flows"
import { type Decimal, multiplyDecimals, parseDecimal } from "@wmodal/protocol"
import { Result } from "effect"
import { type RefObject, useId, useState } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { formatExactNumber, isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AmountInput, getAmountSize, minFullRowCharacters } from "../../ui/AmountInput.tsx"
import { formatFiatAmount, formatSwapAmount, formatSwapNumber } from "../send/formatAmounts.ts"
import { Available, TokenAmountCard } from "../wallet/TokenAmountCard.tsx"
import type { EditingSwap } from "./Swap.tsx"

interface CardProps extends Pick<EditingSwap, "form"> {
  readonly wrong: SwapError | null
}

/** Returns the value of the typed amount; `null` when unknown. */
const getTypedValue = ({ source, amount }: SwapForm) => {
  const typed = parseDecimal(amount.replace(/\.$/, ""))
  return source === null || source.price === null || Result.isFailure(typed)
    ? null
    : multiplyDecimals(typed.success, source.price)
}

export interface SourceCardProps extends CardProps {
  readonly input: RefObject<HTMLInputElement | null>
}

/** The amount and the token to pay. */
export const SourceCard = ({ form, wrong, input }: SourceCardProps) => {
  const { run, swap, t } = useFlowView()
  const id = useId()
  const { source } = form
  const symbol = source?.token.symbol ?? ""
  const held = source !== null && source.balance !== null
  const describedBy = [held && `${id}-have`, wrong !== null && `${id}-wrong`]
  return (
    <TokenAmountCard
      token={source?.token ?? null}
      label={t("swap.chooseSource", { symbol })}
      choose={{ _tag: "SwapSelectToken", target: "source" }}
      error={wrong}
      errorId={`${id}-wrong`}
      above={
        <div className="swap-top">
          <h2 className="send-label">{t("swap.pay")}</h2>
          {source !== null && source.balance !== null && (
            <Available
              id={`${id}-have`}
              token={source.token}
              balance={source.balance}
              onMax={() => run(swap.useMax)}
            />
          )}
        </div>
      }
      below={<SideValue value={getTypedValue(form)} />}
    >
      <AmountInput
        value={form.amount}
        label={source === null ? t("entry.amount") : t("send.amount", { symbol })}
        sign={null}
        invalid={wrong !== null}
        describedBy={describedBy.filter(Boolean).join(" ") || undefined}
        input={input}
        onType={(text) => run(swap.typeAmount(text))}
      />
    </TokenAmountCard>
  )
}

/** The received amount, read-only. */
export const DestinationCard = ({
  form: { destination },
  quote,
  wrong,
}: CardProps & Pick<EditingSwap, "quote">) => {
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
const Received = ({ quote }: Pick<EditingSwap, "quote">) => {
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

/** The value of one side. Its line is kept while the value is unknown, so that nothing moves when it loads. */
const SideValue = ({ value }: { readonly value: Decimal | null }) => {
  const { t, locale } = useMessages()
  if (value === null) return <p className="swap-worth" />
  const amount = formatFiatAmount(locale, value)
  return (
    <p className="swap-worth">
      <span className="hidden">{t("swap.worth", { amount })}</span>
      <bdi dir="ltr" aria-hidden="true">
        {amount}
      </bdi>
    </p>
  )
}

/**
 * Returns the key of a quote's inputs. A newer quote with the same inputs is not announced, because announcements would
 * never end.
 */
const getQuoteKey = ({ source, destination, amount }: SwapForm, quote: QuoteState) => {
  const isStale = quote._tag === "Quoted" && quote.stale
  return [source?.token.address, destination?.token.address, amount, quote._tag, isStale].join(" ")
}

/** Announces a quote to screen readers, once per inputs. */
export const QuoteAnnouncement = ({ form, quote }: Pick<EditingSwap, "form" | "quote">) => {
  const { t, locale } = useMessages()
  const question = getQuoteKey(form, quote)
  const say = (): string | null => {
    if (quote._tag === "Quoting") return t("swap.quoting")
    if (quote._tag !== "Quoted" || quote.stale) return null
    const { received, destination } = quote.quote
    return t("swap.received", { amount: isolateText(formatSwapAmount(locale, received, destination)) })
  }
  const [said, setSaid] = useState(() => ({ question, text: say() }))
  if (said.question !== question) setSaid({ question, text: say() })
  return (
    <p className="hidden" role="status">
      {said.text}
    </p>
  )
}
