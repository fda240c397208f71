import type { SendReview, SendState } from "@wmodal/core/flows"
import { hasKey } from "@wmodal/protocol"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useValue } from "../../binding/useValue.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Avatar } from "../../ui/Avatar.tsx"
import { Fact } from "../../ui/Fact.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { BalancesCard, isSameToken } from "../wallet/BalancesCard.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
import { useWarnings } from "../wallet/useWarnings.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { TextWithValue } from "./AmountWithValue.tsx"
import { RentNote, ReviewFacts } from "./FeeFacts.tsx"
import { formatExactAmount } from "./formatAmounts.ts"
import { LinkFacts } from "./LinkFacts.tsx"
import { describePaymentWarning } from "./paymentWarnings.ts"
import { ServerReview, WaitingForServerPayment } from "./ServerReview.tsx"

type StateOf<Tag extends SendState["_tag"]> = Omit<Extract<SendState, { readonly _tag: Tag }>, "review"> & {
  readonly review: SendReview
}

/** The review of a payment, its confirmation, and the wallet request. */
export const WalletSendPreview = () => {
  const { send, t } = useFlowView()
  const state = useValue(send.state)

  switch (state._tag) {
    case "Reviewing": {
      const { review, ...rest } = state
      return hasKey(review, "server") ? (
        <ServerReview {...rest} review={review} />
      ) : (
        <Review {...rest} review={review} />
      )
    }
    case "Asking": {
      const { review, ...rest } = state
      return hasKey(review, "server") ? (
        <WaitingForServerPayment {...rest} review={review} />
      ) : (
        <WaitingForSend {...rest} review={review} />
      )
    }
    case "Editing":
    case "Left":
      return <div className="waiting">{t("shell.loading")}</div>
  }
}

/** The review of a payment before the wallet is requested. Each warning needs its own confirmation. */
const Review = ({ review, passed, confirming, error }: StateOf<"Reviewing">) => {
  const { run, send, t, locale } = useFlowView()
  const { to, holding, stops } = review
  const warnings = useWarnings({
    warnings: stops,
    passed: stops.flatMap(({ _tag }) => (passed.includes(_tag) ? [_tag] : [])),
    acknowledge: (tag) => run(send.acknowledge(tag)),
    describe: (stop) => describePaymentWarning(stop, review, { t, locale }),
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
        <TextWithValue text={formatExactAmount(locale, review.amount, holding.token)} fiat={review.fiat} />
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
        <LinkFacts {...to} />
      </div>
      <BalanceAfter review={review} />
      <ReviewFacts review={review} />
      <RentNote fee={review.fee} />
      {review.isRecallable && (
        <Notice tone="warn" title={t("send.recallable")} text={t("send.recallableText")} />
      )}
      {warnings.rows}
      {error !== null && (
        <FocusOnMount key={error.reason._tag}>
          <FlowNotice error={error} onReviewAgain={() => run(send.review)} />
        </FocusOnMount>
      )}
    </ReviewForm>
  )
}

/**
 * Returns the amount that arrives when it differs from the sent one; `null` when it does not, or when both accounts are
 * the same.
 */
const getArrivingAmount = ({ simulation, holding, amount, to, account }: SendReview) => {
  if (simulation._tag !== "Simulated" || account.endsWith(`:${to.address}`)) return null
  const change = simulation.recipient.find(({ token }) => isSameToken(token, holding.token.address))
  if (change === undefined) return null
  const reached = change.after - change.before
  return reached === amount ? null : reached
}

/** The simulated result of the payment. */
const BalanceAfter = ({ review }: { readonly review: SendReview }) => {
  const { t, locale } = useMessages()
  const { simulation, holding, network, stops } = review
  // A warning says so.
  if (simulation._tag === "Unavailable") return null
  const isUndelivered = stops.some(({ _tag }) => _tag === "Undelivered")
  const reached = isUndelivered ? null : getArrivingAmount(review)
  return (
    <BalancesCard
      title={t("send.after")}
      note={t(reached === null ? "send.afterFee" : "send.arrivesLessText")}
      changes={simulation.sender}
      network={network}
      tokens={[holding.token]}
    >
      {reached !== null && (
        <Fact
          name={t("send.arrivesLess")}
          tone="warn"
          amount={formatExactAmount(locale, reached, holding.token)}
        />
      )}
    </BalancesCard>
  )
}

/** A payment that is pending in the wallet. */
const WaitingForSend = ({ review: { amount, holding, network, to }, slow }: StateOf<"Asking">) => {
  const { run, send, t, locale } = useFlowView()
  const sum = isolateText(formatExactAmount(locale, amount, holding.token))
  return (
    <WalletPrompt
      network={network}
      text={(wallet) => t("send.askingText", { wallet, amount: sum })}
      slow={slow ? "send.slowText" : null}
      onStop={() => run(send.back)}
    >
      {to.name !== null && <strong>{to.name}</strong>}
      <AddressGroups address={to.address} />
    </WalletPrompt>
  )
}
