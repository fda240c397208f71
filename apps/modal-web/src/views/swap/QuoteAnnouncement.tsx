import type { QuoteState, SwapForm } from "@wmodal/core/flows"
import { useState } from "react"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { formatSwapAmount } from "../send/formatAmounts.ts"

export interface QuoteAnnouncementProps {
  readonly form: SwapForm
  readonly quote: QuoteState
}

/**
 * Returns the key of a quote's inputs. A newer quote with the same inputs is not announced, because announcements would
 * never end.
 */
const getQuoteKey = ({ source, destination, amount }: SwapForm, quote: QuoteState) =>
  [
    source?.token.address,
    destination?.token.address,
    amount,
    quote._tag,
    quote._tag === "Quoted" && quote.stale,
  ].join(" ")

/** Announces a quote to screen readers, once per inputs. */
export const QuoteAnnouncement = ({ form, quote }: QuoteAnnouncementProps) => {
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
