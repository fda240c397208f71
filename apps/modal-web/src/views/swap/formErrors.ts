import type { SwapError } from "@wmodal/core/flows"
import type { EditingSwap } from "./SwapForm.tsx"

/** What keeps a swap from being reviewed; `null` where nothing does. */
export type MissingSwapField = "Source" | "Destination" | "Amount" | "More" | "Stale" | "Quoting" | "Waiting"

/** What stopped the last review may not stop the next one. What was not what was asked for is not asked for again. */
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

/** Where an error is shown: at the field that it is about, else above what was pressed. */
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

/** What is wrong, each once, by its place: a quote that failed and an error may be the same. */
export const getErrorsByField = ({
  quote,
  error,
}: EditingSwap): Readonly<Partial<Record<SwapErrorField, SwapError>>> => {
  const failed = quote._tag === "Failed" ? quote.error : null
  const all = [failed, error].filter((one) => one !== null)
  return Object.fromEntries(all.map((one) => [getSwapErrorField(one), one]))
}

type SwapErrorField = ReturnType<typeof getSwapErrorField>
