import type { Editing } from "./SendForm.tsx"

/** What keeps a review from being made; `null` where nothing does. */
export type Missing = "Token" | "Amount" | "Recipient" | "More" | "Waiting"

export const missingIn = ({ form, amount, recipient, error, ready }: Editing): Missing | null => {
  if (ready) return null
  if (form.holding === null) return "Token"
  if (!form.max && (form.amount === "" || amount.units === 0n)) return "Amount"
  if (recipient._tag === "Empty") return "Recipient"
  const wrong = error !== null || recipient._tag === "Failed" || (!form.max && amount.units === null)
  return wrong ? "More" : "Waiting"
}
