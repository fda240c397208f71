import type { SendState, Stop } from "@wmodal/core/flows"
import { type FormEvent, useRef } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useWords } from "../../messages/Words.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { OpenQuestion } from "../wallet/OpenQuestion.tsx"
import { AmountCard } from "./AmountCard.tsx"
import { FeeFacts } from "./FeeFacts.tsx"
import { missingIn } from "./missingIn.ts"
import { placeOf } from "./placeOf.ts"
import { RecipientCard } from "./RecipientCard.tsx"
import { StopNotice } from "./StopNotice.tsx"

export type Editing = Extract<SendState, { readonly _tag: "Editing" }>

export interface SendFormProps {
  readonly state: Editing
  readonly onReview: () => void
}

/** What is worse than a first time says as much; the review asks about each. */
const foremost = (stops: readonly Stop[]) => {
  const worse = stops.filter(({ _tag }) => _tag !== "FirstTime")
  return worse.length > 0 ? worse : stops
}

/** Token, amount and recipient, what sending would cost, and what speaks against it. */
export const SendForm = ({ state, onReview }: SendFormProps) => {
  const { engine, run } = useEngine()
  const { t } = useWords()
  const { send } = useFlows()
  const amount = useRef<HTMLInputElement>(null)
  const recipient = useRef<HTMLInputElement>(null)
  const missing = missingIn(state)
  const { error } = state

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (state.preparing) return
    switch (missing) {
      case null:
        return onReview()
      case "Token":
        return run(engine.router.push({ _tag: "WalletSendSelectToken" }))
      case "Amount":
        return amount.current?.focus()
      case "Recipient":
        return recipient.current?.focus()
      case "More":
        return error !== null && placeOf(error) === "recipient"
          ? recipient.current?.focus()
          : amount.current?.focus()
      case "Waiting":
        return
    }
  }

  return (
    <form className="send" noValidate onSubmit={submit}>
      <OpenQuestion of={["Transfer"]} />
      <AmountCard state={state} input={amount} />
      <RecipientCard state={state} input={recipient} />
      <FeeFacts fee={state.fee} />
      {state.recipient._tag === "Resolved" &&
        foremost(state.recipient.stops ?? []).map((stop) => (
          <StopNotice key={stop._tag} stop={stop}>
            <span className="muted">{t("send.stopLater")}</span>
          </StopNotice>
        ))}
      {error !== null && placeOf(error) === "form" && (
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
