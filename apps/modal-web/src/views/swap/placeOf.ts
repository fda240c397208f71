import type { SwapError } from "@wmodal/core/flows"
import type { Editing } from "./SwapForm.tsx"

/** Where an error is shown: at the field that it is about, else above what was pressed. */
export const placeOf = ({ reason }: SwapError): "amount" | "received" | "form" => {
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
export const wrongIn = ({ quote, error }: Editing): Readonly<Partial<Record<Place, SwapError>>> => {
  const failed = quote._tag === "Failed" ? quote.error : null
  const all = [failed, error].filter((one) => one !== null)
  return Object.fromEntries(all.map((one) => [placeOf(one), one]))
}

type Place = ReturnType<typeof placeOf>
