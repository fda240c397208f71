import type { SwapState } from "@wmodal/core/flows"
import { type FormEvent, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { UnansweredRequest } from "../wallet/UnansweredRequest.tsx"
import { DestinationCard } from "./DestinationCard.tsx"
import { firstMissingSwapField, getErrorsByField } from "./formErrors.ts"
import { QuoteAnnouncement } from "./QuoteAnnouncement.tsx"
import { QuoteFacts, QuoteFactsLooking } from "./QuoteFacts.tsx"
import { Slippage } from "./Slippage.tsx"
import { SourceCard } from "./SourceCard.tsx"

export type EditingSwap = Extract<SwapState, { readonly _tag: "Editing" }>

const missingMessages = {
  Source: "swap.missingSource",
  Destination: "swap.missingDestination",
  Amount: "swap.missingAmount",
  More: "swap.missingMore",
  Stale: "swap.stale",
  Quoting: "swap.quoting",
  Waiting: "swap.waiting",
} as const

/** The form with both sides, the quote's facts, and the slippage. */
export const SwapForm = ({ state }: { readonly state: EditingSwap }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  const { swap } = useFlows()
  const amount = useRef<HTMLInputElement>(null)
  const missing = firstMissingSwapField(state)
  const wrong = getErrorsByField(state)
  const { quote, form } = state

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.preparing) return
    switch (missing) {
      case null:
        return run(swap.review)
      case "Source":
        return run(engine.router.push({ _tag: "SwapSelectToken", target: "source" }))
      case "Destination":
        return run(engine.router.push({ _tag: "SwapSelectToken", target: "destination" }))
      case "Amount":
      case "More":
        return amount.current?.focus()
      case "Stale":
      case "Quoting":
      case "Waiting":
        return
    }
  }

  return (
    <form className="send" noValidate onSubmit={submit}>
      <UnansweredRequest of={["Swap", "Approval"]} />
      <div className="swap-sides">
        <SourceCard form={form} wrong={wrong.amount ?? null} input={amount} />
        <button
          type="button"
          className="swap-switch"
          aria-label={t("swap.switch")}
          onClick={() => run(swap.switchSides)}
        >
          <Icon name="flip" />
        </button>
        <DestinationCard form={form} quote={quote} wrong={wrong.received ?? null} />
      </div>
      <QuoteAnnouncement form={form} quote={quote} />
      {quote._tag === "Quoted" && quote.stale && (
        <Notice tone="warn" title={t("swap.stale")} text={t("swap.staleText")} />
      )}
      {quote._tag === "Quoting" && <QuoteFactsLooking />}
      {quote._tag === "Quoted" && (
        <QuoteFacts quote={quote.quote} stale={quote.stale} refreshing={quote.refreshing} />
      )}
      <Slippage percent={form.slippage} />
      {wrong.form !== undefined && <FlowNotice error={wrong.form} />}
      <SubmitButton
        missing={missing === null ? null : t(missingMessages[missing])}
        busy={state.preparing ? t("swap.preparing") : null}
      >
        {t("swap.review")}
      </SubmitButton>
    </form>
  )
}
