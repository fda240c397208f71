import type { QuoteState, SwapForm } from "@wmodal/core/flows"
import { useState } from "react"
import { useWords } from "../../messages/Words.tsx"
import { isolated, shortSum } from "../send/sums.ts"

export interface QuoteSaidProps {
  readonly form: SwapForm
  readonly quote: QuoteState
}

/** What is asked: a newer answer to the same question is not read out, or nobody would hear anything else. */
const questionOf = ({ source, destination, amount }: SwapForm, quote: QuoteState) =>
  [
    source?.token.address,
    destination?.token.address,
    amount,
    quote._tag,
    quote._tag === "Quoted" && quote.stale,
  ].join(" ")

/** Tells whoever cannot see it that there is a quote, and what it says, once for each question. */
export const QuoteSaid = ({ form, quote }: QuoteSaidProps) => {
  const { t, locale } = useWords()
  const question = questionOf(form, quote)
  const say = (): string | null => {
    if (quote._tag === "Quoting") return t("swap.quoting")
    if (quote._tag !== "Quoted" || quote.stale) return null
    const { received, destination } = quote.quote
    return t("swap.received", { amount: isolated(shortSum(locale, received, destination)) })
  }
  const [said, setSaid] = useState(() => ({ question, text: say() }))
  if (said.question !== question) setSaid({ question, text: say() })
  return (
    <p className="hidden" role="status">
      {said.text}
    </p>
  )
}
