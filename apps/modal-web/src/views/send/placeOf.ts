import type { SendError } from "@wmodal/core/flows"

/** Where an error is shown: at the field that it is about, else above what was pressed. */
export const placeOf = ({ reason }: SendError): "amount" | "recipient" | "form" => {
  switch (reason._tag) {
    case "InvalidAmount":
    case "Incomplete":
    case "Insufficient":
      return "amount"
    case "Recipient":
      return "recipient"
    default:
      return "form"
  }
}
