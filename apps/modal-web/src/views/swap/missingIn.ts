import type { SwapError } from "@wmodal/core/flows"
import { placeOf } from "./placeOf.ts"
import type { Editing } from "./SwapForm.tsx"

/** What keeps a swap from being reviewed; `null` where nothing does. */
export type Missing = "Source" | "Destination" | "Amount" | "More" | "Stale" | "Quoting" | "Waiting"

/** What stopped the last review may not stop the next one. What was not what was asked for is not asked for again. */
const isReadAnew = (error: SwapError) => placeOf(error) === "form" && error.reason._tag !== "Refused"

export const missingIn = ({ form, quote, error, ready }: Editing): Missing | null => {
  if (form.source === null) return "Source"
  if (form.destination === null) return "Destination"
  if (form.amount === "") return "Amount"
  if (quote._tag === "Quoted" && quote.stale) return "Stale"
  if (ready) return null
  if (quote._tag === "Quoting") return "Quoting"
  if (quote._tag === "Quoted" && error !== null && isReadAnew(error)) return null
  return error !== null || quote._tag === "Failed" ? "More" : "Waiting"
}
