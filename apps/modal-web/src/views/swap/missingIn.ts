import { placeOf } from "./placeOf.ts"
import type { Editing } from "./SwapForm.tsx"

/** What keeps a swap from being reviewed; `null` where nothing does. */
export type Missing = "Source" | "Destination" | "Amount" | "More" | "Stale" | "Quoting" | "Waiting"

export const missingIn = ({ form, quote, error, ready }: Editing): Missing | null => {
  if (form.source === null) return "Source"
  if (form.destination === null) return "Destination"
  if (form.amount === "") return "Amount"
  if (quote._tag === "Quoted" && quote.stale) return "Stale"
  if (ready) return null
  if (quote._tag === "Quoting") return "Quoting"
  // What stopped the last review is read anew by the next one.
  if (quote._tag === "Quoted" && error !== null && placeOf(error) === "form") return null
  return error !== null || quote._tag === "Failed" ? "More" : "Waiting"
}
