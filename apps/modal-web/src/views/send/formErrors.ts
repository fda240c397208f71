import type { SendError } from "@wmodal/core/flows"
import type { EditingSend } from "./WalletSend.tsx"

/** The reason why no review is possible; `null` when there is none. */
export type MissingSendField = "Token" | "Amount" | "Recipient" | "More" | "Waiting"

export const firstMissingSendField = ({
  form,
  amount,
  recipient,
  error,
  ready,
}: EditingSend): MissingSendField | null => {
  if (ready) return null
  if (form.holding === null) return "Token"
  if (!form.max && (form.amount === "" || amount.units === 0n)) return "Amount"
  if (recipient._tag === "Empty") return "Recipient"
  const wrong = error !== null || recipient._tag === "Failed" || (!form.max && amount.units === null)
  return wrong ? "More" : "Waiting"
}

const fieldsOfErrors: Partial<Record<SendError["reason"]["_tag"], "amount" | "recipient">> = {
  InvalidAmount: "amount",
  Incomplete: "amount",
  Insufficient: "amount",
  Recipient: "recipient",
}

/** Returns the place of an error: its field, else above the button. */
export const getSendErrorField = ({ reason }: SendError) => fieldsOfErrors[reason._tag] ?? "form"
