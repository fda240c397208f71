import type { RecipientWarning, SendState } from "@wmodal/core/flows"
import { type FormEvent, useRef } from "react"
import { useFlowView } from "../../binding/useFlows.ts"
import { useValue } from "../../binding/useValue.ts"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { UnansweredRequest } from "../wallet/UnansweredRequest.tsx"
import { FeeFacts } from "./FeeFacts.tsx"
import { firstMissingSendField, getSendErrorField } from "./formErrors.ts"
import { RecipientNotice } from "./recipientWarnings.tsx"
import { AmountCard, RecipientCard } from "./SendCards.tsx"

export type EditingSend = Extract<SendState, { readonly _tag: "Editing" }>

/** The view that composes a payment. */
export const WalletSend = () => {
  const { send, t } = useFlowView()
  const state = useValue(send.state)
  return state._tag === "Editing" ? (
    <SendForm state={state} />
  ) : (
    <div className="waiting">{t("shell.loading")}</div>
  )
}

/**
 * Returns the warnings that are worse than a first payment, or else all. They imply a first payment, and the review
 * requires a confirmation of each.
 */
const getForemostStop = (stops: readonly RecipientWarning[]) => {
  const worse = stops.filter(({ _tag }) => _tag !== "FirstTime")
  return worse.length > 0 ? worse : stops
}

/** The form with token, amount and recipient, the estimated fee, and the errors. */
const SendForm = ({ state }: { readonly state: EditingSend }) => {
  const { engine, run, send, t } = useFlowView()
  const amount = useRef<HTMLInputElement>(null)
  const recipient = useRef<HTMLInputElement>(null)
  const missing = firstMissingSendField(state)
  const { error } = state

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.preparing) return
    switch (missing) {
      case null:
        return run(send.review)
      case "Token":
        return run(engine.router.push({ _tag: "WalletSendSelectToken" }))
      case "Amount":
        return amount.current?.focus()
      case "Recipient":
        return recipient.current?.focus()
      case "More":
        return error !== null && getSendErrorField(error) === "recipient"
          ? recipient.current?.focus()
          : amount.current?.focus()
      case "Waiting":
        return
    }
  }

  return (
    <form className="send" noValidate onSubmit={submit}>
      <UnansweredRequest of={["Transfer"]} />
      <AmountCard state={state} input={amount} />
      <RecipientCard state={state} input={recipient} />
      <FeeFacts fee={state.fee} />
      {state.recipient._tag === "Resolved" &&
        getForemostStop(state.recipient.stops ?? []).map((stop) => (
          <RecipientNotice key={stop._tag} stop={stop} />
        ))}
      {error !== null && getSendErrorField(error) === "form" && (
        <FlowNotice error={error} onReviewAgain={() => run(send.review)} />
      )}
      <SubmitButton
        missing={
          missing === null ? null : t(missing === "Waiting" ? "send.waiting" : `send.missing${missing}`)
        }
        busy={state.preparing ? t("send.preparing") : null}
      >
        {t("send.review")}
      </SubmitButton>
    </form>
  )
}
