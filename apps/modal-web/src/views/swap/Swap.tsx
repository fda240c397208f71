import type { SwapError, SwapState } from "@wmodal/core/flows"
import type { Network } from "@wmodal/protocol"
import { type FormEvent, useRef } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useRunning } from "../../binding/useRunning.ts"
import { useValue } from "../../binding/useValue.ts"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { Skeleton } from "../../ui/Skeleton.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { NetworkList } from "../network/NetworkList.tsx"
import { FeatureDisabled } from "../wallet/FeatureDisabled.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { UnansweredRequest } from "../wallet/UnansweredRequest.tsx"
import { Slippage } from "./Slippage.tsx"
import { DestinationCard, QuoteAnnouncement, SourceCard } from "./SwapCards.tsx"
import { QuoteFacts, QuoteFactsLooking } from "./SwapFacts.tsx"

/** The view that composes a swap. Its quotes stay fresh while it is mounted. */
export const Swap = () => {
  const { swap, t } = useFlowView()
  const state = useValue(swap.state)
  useRunning(swap.watch)

  switch (state._tag) {
    case "Editing":
      return <SwapForm state={state} />
    case "Unsupported":
      return <NoSwaps networks={state.networks} />
    default:
      return <Skeleton rows={2} label={t("swap.loading")} />
  }
}

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
const SwapForm = ({ state }: { readonly state: EditingSwap }) => {
  const { engine, run, swap, t } = useFlowView()
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
      {quote._tag === "Quoted" && <QuoteFacts {...quote} />}
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

/** A notice that the current network has no swaps, with the networks that have. */
const NoSwaps = ({ networks }: { readonly networks: readonly Network[] }) => {
  const { engine, run, t } = useFlowView()
  const { network } = useValue(engine.networks.shown)
  const title = t("swap.unsupported", { network: network.name })
  return networks.length === 0 ? (
    <FeatureDisabled icon="flip" title={title} text={t("swap.unsupportedNone")} />
  ) : (
    <>
      <Notice tone="info" title={title} text={t("swap.unsupportedText")} />
      <h2 className="list-heading">{t("switch.title")}</h2>
      <NetworkList
        networks={networks}
        current={null}
        onPick={(picked) => run(engine.networks.pick(picked))}
      />
    </>
  )
}

/** The reason why no review is possible; `null` when there is none. */
export type MissingSwapField = "Source" | "Destination" | "Amount" | "More" | "Stale" | "Quoting" | "Waiting"

/**
 * Returns true for errors that a new quote resolves, so that they do not block the next review. A quote that did not
 * match the request is not fetched again.
 */
const isRefetched = (error: SwapError) =>
  getSwapErrorField(error) === "form" && error.reason._tag !== "Refused"

export const firstMissingSwapField = ({
  form,
  quote,
  error,
  ready,
}: EditingSwap): MissingSwapField | null => {
  if (form.source === null) return "Source"
  if (form.destination === null) return "Destination"
  if (form.amount === "") return "Amount"
  if (quote._tag === "Quoted" && quote.stale) return "Stale"
  if (ready) return null
  if (quote._tag === "Quoting") return "Quoting"
  if (quote._tag === "Quoted" && error !== null && isRefetched(error)) return null
  return error !== null || quote._tag === "Failed" ? "More" : "Waiting"
}

type SwapErrorField = "amount" | "received" | "form"

const fieldsOfErrors: Partial<Record<SwapError["reason"]["_tag"], SwapErrorField>> = {
  InvalidAmount: "amount",
  Insufficient: "amount",
  NoQuote: "received",
}

/** Returns the place of an error: its field, else above the button. */
const getSwapErrorField = ({ reason }: SwapError): SwapErrorField =>
  reason._tag === "Failed" && reason.during === "quote" ? "received" : (fieldsOfErrors[reason._tag] ?? "form")

/** Returns the errors by place, without duplicates: a failed quote and an error may be the same. */
export const getErrorsByField = ({
  quote,
  error,
}: EditingSwap): Readonly<Partial<Record<SwapErrorField, SwapError>>> => {
  const failed = quote._tag === "Failed" ? quote.error : null
  const all = [failed, error].filter((one) => one !== null)
  return Object.fromEntries(all.map((one) => [getSwapErrorField(one), one]))
}
