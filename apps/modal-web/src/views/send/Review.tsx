import type { SendState } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
import { useWarnings } from "../wallet/useWarnings.tsx"
import { BalanceAfter } from "./BalanceAfter.tsx"
import { RentNote, ReviewFacts } from "./FeeFacts.tsx"
import { formatExactAmount, formatFiatAmount } from "./formatAmounts.ts"
import { describeRecipientWarning } from "./recipientWarnings.tsx"

export interface ReviewProps {
  readonly state: Extract<SendState, { readonly _tag: "Reviewing" }>
}

/** The review of a payment before the wallet is requested. Each warning needs its own confirmation. */
export const Review = ({ state: { review, passed, confirming, error } }: ReviewProps) => {
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { send } = useFlows()
  const { to, holding, stops } = review
  const warnings = useWarnings({
    warnings: stops,
    passed,
    acknowledge: (tag) => run(send.acknowledge(tag)),
    describe: (stop) => describeRecipientWarning(stop, t),
  })
  return (
    <ReviewForm
      missing={warnings.missing}
      busy={confirming ? t("send.confirming") : null}
      submitLabel={t("send.confirm")}
      onCancel={() => run(send.back)}
      onSubmit={() => run(send.confirm)}
    >
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
      {warnings.rows}
      {error !== null && (
        <FocusOnMount key={error.reason._tag}>
          <FlowNotice error={error} onReviewAgain={() => run(send.review)} />
        </FocusOnMount>
      )}
    </ReviewForm>
  )
}
