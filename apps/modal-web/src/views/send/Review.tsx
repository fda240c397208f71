import type { RecipientWarning, SendState } from "@wmodal/core/flows"
import { type FormEvent, useState } from "react"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { Button } from "../../ui/Button.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { SubmitButton } from "../../ui/SubmitButton.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { BalanceAfter } from "./BalanceAfter.tsx"
import { RentNote } from "./FeeParts.tsx"
import { formatExactAmount, formatFiatAmount } from "./formatAmounts.ts"
import { ReviewFacts } from "./ReviewFacts.tsx"
import { StopConfirmation } from "./StopConfirmation.tsx"

export interface ReviewProps {
  readonly state: Extract<SendState, { readonly _tag: "Reviewing" }>
}

/** The review of a payment before the wallet is requested. Each warning needs its own confirmation. */
export const Review = ({ state: { review, passed, confirming, error } }: ReviewProps) => {
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { send } = useFlows()
  const [done, setDone] = useState(passed)
  const { to, holding, stops, simulation } = review
  const open = stops.filter(({ _tag }) => !done.includes(_tag))
  const fails = simulation._tag === "Reverts"

  const act = (stop: RecipientWarning["_tag"], isDone: boolean) => {
    setDone([...done.filter((one) => one !== stop), ...(isDone ? [stop] : [])])
    if (isDone) run(send.acknowledge(stop))
  }

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (open.length > 0) event.currentTarget.querySelector<HTMLElement>("[data-open=true] input")?.focus()
    else if (!fails && !confirming) run(send.confirm)
  }

  return (
    <form className="send" noValidate onSubmit={submit}>
      <p className="review-amount">
        <span className="hidden">{t("send.youSend")}</span>
        <bdi dir="ltr">{formatExactAmount(locale, review.amount, holding.token)}</bdi>
        {review.fiat !== null && (
          <bdi dir="ltr" className="muted">
            {formatFiatAmount(locale, review.fiat)}
          </bdi>
        )}
      </p>
      <div className="send-card">
        <span className="send-label">{t("send.to")}</span>
        <div className="review-recipient">
          <Avatar address={to.address} image={to.image} />
          <span>
            {to.name !== null && <strong>{to.name}</strong>}
            <AddressGroups address={to.address} />
          </span>
        </div>
      </div>
      <BalanceAfter review={review} />
      <ReviewFacts review={review} />
      <RentNote fee={review.fee} />
      {stops.map((stop) => (
        <StopConfirmation
          key={stop._tag}
          stop={stop}
          done={done.includes(stop._tag)}
          onAct={(isDone) => act(stop._tag, isDone)}
        />
      ))}
      {error !== null && (
        <FocusOnMount key={error.reason._tag}>
          <FlowNotice error={error} onReviewAgain={() => run(send.review)} />
        </FocusOnMount>
      )}
      <div className="send-buttons">
        <Button tone="quiet" onPress={() => run(send.back)}>
          {t("shell.cancel")}
        </Button>
        <SubmitButton
          missing={open.length > 0 ? t("send.confirmWhy") : fails ? t("send.wouldFail") : null}
          busy={confirming ? t("send.confirming") : null}
        >
          {t("send.confirm")}
        </SubmitButton>
      </div>
    </form>
  )
}
