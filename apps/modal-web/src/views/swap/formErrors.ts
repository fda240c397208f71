import type { SwapError } from "@wmodal/core/flows"
import type { EditingSwap } from "./SwapForm.tsx"

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

/** Returns the place of an error: its field, else above the button. */
const getSwapErrorField = ({ reason }: SwapError): "amount" | "received" | "form" => {
  switch (reason._tag) {
    case "InvalidAmount":
    case "Insufficient":
      return "amount"
    case "NoQuote":
      return "received"
    case "Failed":
      return reason.during === "quote" ? "received" : "form"
    default:
      return "form"
  }
}

/** Returns the errors by place, without duplicates: a failed quote and an error may be the same. */
export const getErrorsByField = ({
  quote,
  error,
}: EditingSwap): Readonly<Partial<Record<SwapErrorField, SwapError>>> => {
  const failed = quote._tag === "Failed" ? quote.error : null
  const all = [failed, error].filter((one) => one !== null)
  return Object.fromEntries(all.map((one) => [getSwapErrorField(one), one]))
}

type SwapErrorField = ReturnType<typeof getSwapErrorField>
