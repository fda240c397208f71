import type { SwapError } from "@wmodal/core/flows"
import type { EditingSwap } from "./Swap.tsx"

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
