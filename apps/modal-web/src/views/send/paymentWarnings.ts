import type { PaymentWarning, SendReview } from "@wmodal/core/flows"
import { isolateText } from "../../messages/formatNumber.ts"
import type { Translate } from "../../messages/Translate.tsx"
import type { WarningText } from "../wallet/useWarnings.tsx"
import { formatExactAmount } from "./formatAmounts.ts"
import { describeRecipientWarning } from "./recipientWarnings.tsx"

/** Describes a warning of a payment: one of the payment itself is confirmed by a checkbox. */
export const describePaymentWarning = (
  stop: PaymentWarning,
  { amount, holding: { token } }: Pick<SendReview, "amount" | "holding">,
  { locale, t }: { readonly locale: string; readonly t: Translate["t"] },
): WarningText => {
  const format = (units: bigint) => isolateText(formatExactAmount(locale, units, token))
  switch (stop._tag) {
    case "Untried":
      return {
        tone: "bad",
        title: t("send.untried"),
        text: t("send.untriedText"),
        label: t("send.untriedCheck"),
      }
    case "Keyless":
      return {
        tone: "bad",
        title: t("send.keyless"),
        text: t("send.keylessText"),
        label: t("send.keylessCheck"),
      }
    case "Undelivered":
      return {
        tone: "bad",
        title: t("send.undelivered", { received: format(stop.received < 0n ? 0n : stop.received) }),
        text: t("send.undeliveredText", { amount: format(amount) }),
        label: t("send.undeliveredCheck"),
      }
    default:
      return describeRecipientWarning(stop, t)
  }
}
