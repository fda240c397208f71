import type { SwapQuote, SwapReview, SwapState, SwapWarning } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { ExplainedCalls } from "../request/ExplainedCalls.tsx"
import { RawRequest } from "../request/RawRequest.tsx"
import { formatExactAmount, formatFiatAmount, formatSwapAmount } from "../send/formatAmounts.ts"
import { BalancesCard } from "../wallet/BalancesCard.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
import { useWarnings } from "../wallet/useWarnings.tsx"
import { describeSwapWarning } from "./describeSwapWarning.tsx"
import { SwapFacts } from "./SwapFacts.tsx"
import { SwapNotice } from "./SwapNotice.tsx"
import { SwapSteps } from "./SwapSteps.tsx"

/**
 * The contract calls as descriptions, or as a digest when they could not be decoded. Collapsed, together with the
 * bytes.
 */
const SwapCalls = ({ review: { network, steps } }: { readonly review: SwapReview }) => {
  const { t } = useMessages()
  const [first, ...others] = steps
  const request = { _tag: "Calls", calls: [first.call, ...others.map(({ call }) => call)] } as const
  const calls = [first.explanation, ...others.map(({ explanation }) => explanation)] as const
  return (
    <details className="details">
      <summary>{t("swap.asked")}</summary>
      <ExplainedCalls
        asked={{ network, request }}
        explained={{ calls }}
        unknownText={t("swap.askedUnknown")}
      />
      <RawRequest request={request} />
    </details>
  )
}

/** The paid and the received amount, in full. */
const SwapSides = ({ quote }: { readonly quote: SwapQuote }) => {
  const { t, locale } = useMessages()
  const { source, destination, amount, received, receivedFiat } = quote
  return (
    <div className="send-card swap-both">
      <RemoteImage source={source.icon} name={source.symbol} shape="network" />
      <p>
        <span className="send-label">{t("swap.pay")}</span>
        <bdi dir="ltr">{formatExactAmount(locale, amount, source)}</bdi>
      </p>
      <Icon name="arrive" />
      <RemoteImage source={destination.icon} name={destination.symbol} shape="network" />
      <p>
        <span className="send-label">{t("swap.receive")}</span>
        <bdi dir="ltr">{formatSwapAmount(locale, received, destination)}</bdi>
        {receivedFiat !== null && (
          <bdi dir="ltr" className="muted">
            {formatFiatAmount(locale, receivedFiat)}
          </bdi>
        )}
      </p>
    </div>
  )
}

/** The simulated effect on the account. A missing simulation is a warning with its own confirmation. */
const SwapBalances = ({ network, quote, trial }: SwapReview) => {
  const { t } = useMessages()
  return (
    trial._tag === "Simulated" && (
      <BalancesCard
        title={t("send.after")}
        note={t("send.afterFee")}
        changes={trial.changes.filter(({ before, after }) => before !== after)}
        network={network}
        tokens={[quote.source, quote.destination]}
      />
    )
  )
}

type ReviewingSwap = Extract<SwapState, { readonly _tag: "Reviewing" }>

/**
 * The changes for the worse since the last review. The live region exists before, so that they are announced and
 * nothing moves.
 */
const ReviewWorsened = ({ review, agreed, worse }: ReviewingSwap) => {
  const { t, locale } = useMessages()
  const sum = ({ quote: { minimum, destination } }: SwapReview) =>
    isolateText(formatSwapAmount(locale, minimum, destination))
  return (
    <div className="swap-worse" aria-live="polite">
      {worse !== null && (
        <Notice
          tone="warn"
          title={t(`swap.worse${worse._tag}`)}
          text={t(`swap.worse${worse._tag}Text`, { now: sum(review), before: sum(agreed) })}
        />
      )}
    </div>
  )
}

/**
 * Returns the key of a warning and its shown value: a confirmation for one value or contract does not cover another.
 */
const getStopKey = (stop: SwapWarning, { router }: Pick<SwapReview, "router">) =>
  `${router} ${stop._tag} ${"percent" in stop ? stop.percent?.toFixed(1) : ""}`

/** The review of a swap before the wallet is requested. Each warning needs its own confirmation. */
export const SwapReviewDetails = ({ state }: { readonly state: ReviewingSwap }) => {
  const { run } = useEngine()
  const words = useMessages()
  const { t } = words
  const { swap } = useFlows()
  const { review, worse, passed, stale, confirming, error, progress } = state
  const { steps, path } = review
  const warnings = useWarnings({
    warnings: review.stops,
    passed,
    acknowledge: (tag) => run(swap.acknowledge(tag)),
    describe: (stop) => describeSwapWarning(stop, words),
    getKey: (stop) => getStopKey(stop, review),
  })
  const step = steps[0].kind

  return (
    <ReviewForm
      data-stale={stale}
      meaning={worse === null ? "confirm" : review}
      missing={worse !== null ? null : stale ? t("swap.staleWhy") : warnings.missing}
      busy={confirming ? t("send.confirming") : null}
      submitLabel={
        worse !== null
          ? t("swap.accept")
          : t(path._tag === "Batch" ? "swap.confirm.both" : `swap.confirm.${step}`)
      }
      onCancel={() => run(swap.back)}
      onSubmit={() => run(worse !== null ? swap.accept(review) : swap.confirm)}
    >
      <SwapSides quote={review.quote} />
      {stale && <Notice tone="warn" title={t("swap.staleReview")} text={t("swap.staleReviewText")} />}
      <SwapSteps review={review} progress={progress} at={step} />
      <SwapBalances {...review} />
      <SwapFacts review={review} refreshing={state.refreshing} />
      <SwapCalls review={review} />
      {warnings.rows}
      <ReviewWorsened {...state} />
      {error !== null && (
        <FocusOnMount key={error.reason._tag}>
          <SwapNotice error={error} review={review} progress={progress} />
        </FocusOnMount>
      )}
    </ReviewForm>
  )
}
