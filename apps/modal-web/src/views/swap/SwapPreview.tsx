import type { SwapError, SwapQuote, SwapReview, SwapState, SwapWarning } from "@wmodal/core/flows"
import { applyNumericEdit, hasKey } from "@wmodal/protocol"
import { useState } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useRunning } from "../../binding/useRunning.ts"
import { useValue } from "../../binding/useValue.ts"
import { formatPercent, isolateText } from "../../messages/formatNumber.ts"
import { type Translate, useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { FocusOnMount } from "../../ui/FocusOnMount.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { PendingStatus } from "../../ui/PendingStatus.tsx"
import { RemoteImage } from "../../ui/RemoteImage.tsx"
import { ExplainedCalls, RawRequest } from "../request/ExplainedCalls.tsx"
import { TextWithValue } from "../send/AmountWithValue.tsx"
import { formatExactAmount, formatSwapAmount } from "../send/formatAmounts.ts"
import { BalancesCard } from "../wallet/BalancesCard.tsx"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { ReviewForm } from "../wallet/ReviewForm.tsx"
import { useWarnings, type WarningText } from "../wallet/useWarnings.tsx"
import { WalletPrompt } from "../wallet/WalletPrompt.tsx"
import { SwapFacts } from "./SwapFacts.tsx"
import { isApproved, SeeApproval, SwapSteps, type SwapStepsProps, stepProgress } from "./SwapSteps.tsx"

type StateOf<Tag extends SwapState["_tag"]> = Extract<SwapState, { readonly _tag: Tag }>

/** The review of a swap, the confirmation of each step, and the wallet requests. */
export const SwapPreview = () => {
  const { swap, t } = useFlowView()
  const state = useValue(swap.state)
  useRunning(swap.watch)
  /** True after waiting for an approval: the view that replaces it takes the focus. */
  const [waited, setWaited] = useState(false)
  if (state._tag === "Approving" && !waited) setWaited(true)

  switch (state._tag) {
    case "Reviewing":
      return waited && state.error === null ? (
        <FocusOnMount>
          <SwapReviewDetails {...state} />
        </FocusOnMount>
      ) : (
        <SwapReviewDetails {...state} />
      )
    case "Asking":
      return <WaitingForSwap {...state} />
    case "Approving":
      return <Approving {...state} />
    default:
      return <div className="waiting">{t("shell.loading")}</div>
  }
}

/** The review of a swap before the wallet is requested. Each warning needs its own confirmation. */
const SwapReviewDetails = (state: StateOf<"Reviewing">) => {
  const { run, swap, t, locale } = useFlowView()
  const { review, worse, passed, stale, confirming, error, progress } = state
  const { network, path, quote, steps, trial } = review
  const warnings = useWarnings({
    warnings: review.stops,
    passed,
    acknowledge: (tag) => run(swap.acknowledge(tag)),
    describe: (stop) => describeSwapWarning(stop, t, locale),
    getKey: (stop) => getStopKey(stop, review),
  })

  return (
    <ReviewForm
      data-stale={stale}
      meaning={worse === null ? "confirm" : review}
      missing={worse !== null ? null : stale ? t("swap.staleWhy") : warnings.missing}
      busy={confirming ? t("send.confirming") : null}
      submitLabel={
        worse !== null
          ? t("swap.accept")
          : t(path._tag === "Batch" ? "swap.confirm.both" : `swap.confirm.${steps[0].kind}`)
      }
      onCancel={() => run(swap.back)}
      onSubmit={() => run(worse !== null ? swap.accept(review) : swap.confirm)}
    >
      <SwapSides quote={quote} />
      {stale && <Notice tone="warn" title={t("swap.staleReview")} text={t("swap.staleReviewText")} />}
      <SwapSteps review={review} progress={progress} />
      {trial._tag === "Simulated" && (
        <BalancesCard
          title={t("send.after")}
          note={t("send.afterFee")}
          changes={trial.changes.filter(({ before, after }) => before !== after)}
          network={network}
          tokens={[quote.source, quote.destination]}
        />
      )}
      <SwapFacts review={review} refreshing={state.refreshing} />
      <SwapCalls {...review} />
      {warnings.rows}
      <ReviewWorsened {...state} />
      {error !== null && (
        <FocusOnMount key={error.reason._tag}>
          <SwapFailure error={error} review={review} progress={progress} />
        </FocusOnMount>
      )}
    </ReviewForm>
  )
}

const asks = { reset: "swap.askReset", approve: "swap.askApprove", swap: "swap.askSwap" } as const

/** A step that is pending in the wallet. */
const WaitingForSwap = (state: StateOf<"Asking">) => {
  const { run, swap, t, locale } = useFlowView()
  const { network, path, quote, router } = state.review
  const amount = isolateText(formatExactAmount(locale, quote.amount, quote.source))
  const minimum = isolateText(formatSwapAmount(locale, quote.minimum, quote.destination))
  const asked = path._tag === "Batch" ? "swap.askBoth" : asks[state.step]
  const place = stepProgress(state)
  return (
    <WalletPrompt
      network={network}
      text={(wallet) => t(asked, { wallet, amount, minimum })}
      slow={state.slow ? "swap.slowText" : null}
      onStop={() => run(swap.back)}
    >
      {place.count > 1 && <span className="send-label">{t("swap.stepCount", place)}</span>}
      <AddressGroups address={router} />
    </WalletPrompt>
  )
}

/** The approval is pending on the chain. The swap has not been requested yet. */
const Approving = ({ progress, review }: StateOf<"Approving">) => {
  const { t } = useMessages()
  const { source } = review.quote
  const resets = review.steps[0].kind === "reset"
  return (
    <FocusOnMount>
      <PendingStatus
        picture={<RemoteImage source={source.icon} name={source.symbol} shape="network" size="big" />}
        ring="turning"
        title={t(resets ? "swap.resetting" : "swap.approving")}
        text={t(resets ? "swap.resettingText" : "swap.approvingText")}
      >
        <SwapSteps review={review} progress={progress} />
        <SeeApproval entry={progress.approval ?? progress.reset ?? null} />
      </PendingStatus>
    </FocusOnMount>
  )
}

/**
 * The contract calls as descriptions, or as a digest when they could not be decoded. Collapsed, together with the
 * bytes.
 */
const SwapCalls = ({ network, steps }: SwapReview) => {
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
        <TextWithValue text={formatSwapAmount(locale, received, destination)} fiat={receivedFiat} />
      </p>
    </div>
  )
}

/**
 * The changes for the worse since the last review. The live region exists before, so that they are announced and
 * nothing moves.
 */
const ReviewWorsened = ({ review, agreed, worse }: StateOf<"Reviewing">) => {
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

/** Returns the key of a warning and its shown value: a confirmation for one value or contract does not cover another. */
const getStopKey = (stop: SwapWarning, { router }: Pick<SwapReview, "router">) =>
  `${router} ${stop._tag} ${hasKey(stop, "percent") ? stop.percent?.toFixed(1) : ""}`

const unknownTexts = {
  Router: ["swap.stopRouter", "swap.stopRouterText", "swap.checkedRouter"],
  Untried: ["swap.stopUntried", "swap.stopUntriedText", "swap.checkedUntried"],
  Impact: ["swap.stopImpactUnknown", "swap.stopImpactUnknownText", "swap.checkedImpact"],
  SecondPrice: ["swap.stopSecondPriceUnknown", "swap.stopSecondPriceUnknownText", "swap.checkedImpact"],
} as const

const lossTexts = {
  Impact: ["swap.stopImpact", "swap.stopImpactText"],
  SecondPrice: ["swap.stopSecondPrice", "swap.stopSecondPriceText"],
} as const

/** Describes a warning of a swap. A known loss is confirmed by typing it, anything else by a checkbox. */
const describeSwapWarning = (stop: SwapWarning, t: Translate["t"], locale: string): WarningText => {
  if (hasKey(stop, "percent") && stop.percent !== null) {
    const [title, text] = lossTexts[stop._tag]
    const asked = stop.percent.toFixed(1)
    return {
      tone: "bad",
      title: t(title, { percent: formatPercent(locale, stop.percent, { digits: 1, exactly: 1 }) }),
      text: t(text),
      label: t("swap.typeImpact", { percent: asked }),
      answer: {
        wrong: t("swap.typeWrong"),
        length: asked.length,
        isAnswer: (typed) => applyNumericEdit(typed.trim()) === asked,
      },
    }
  }
  const [title, text, check] = unknownTexts[stop._tag]
  return {
    tone: stop._tag === "Router" ? "bad" : "warn",
    title: t(title),
    text: t(text),
    details: stop._tag === "Router" && <AddressGroups address={stop.router} />,
    label: t(check),
  }
}

interface SwapFailureProps extends SwapStepsProps {
  readonly error: SwapError
}

/** The reason why a step failed. A confirmed approval is mentioned, because it stays in force. */
const SwapFailure = ({ error, review, progress }: SwapFailureProps) => {
  const { run, swap, t, locale } = useFlowView()
  const { amount, source } = review.quote
  const approval = isApproved({ review, progress }) ? progress.approval : null
  const wallet = error.reason._tag === "Wallet" ? error.reason.error.reason : null
  const safeText = () => {
    if (wallet?._tag === "Unsupported" && wallet.method === "wallet_sendCalls") return t("swap.noBatch")
    if (wallet?._tag !== "Declined") return undefined
    return approval === null
      ? t("swap.declinedApproval")
      : t("swap.approvalStays", { amount: isolateText(formatExactAmount(locale, amount, source)) })
  }
  return (
    <>
      <FlowNotice error={error} safe={safeText()} onReviewAgain={() => run(swap.review)} />
      <SeeApproval entry={approval} />
    </>
  )
}
