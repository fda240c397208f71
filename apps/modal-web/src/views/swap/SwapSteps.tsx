import type { SwapProgress, SwapReview, SwapStep } from "@wmodal/core/flows"
import type { ReactNode } from "react"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { formatExactAmount, formatSwapAmount } from "../send/formatAmounts.ts"
import { isApproved, isReset } from "./stepProgress.ts"

export interface SwapStepsProps {
  readonly review: SwapReview
  readonly progress: SwapProgress
  /** The current step. */
  readonly at: SwapStep["kind"]
}

/** The wallet requests in order: the spender of the approval, and the received amount. */
export const SwapSteps = ({ review, progress, at }: SwapStepsProps) => {
  const { t, locale } = useMessages()
  const { quote, path, router } = review
  const amount = formatExactAmount(locale, quote.amount, quote.source)
  const batch = path._tag === "Batch"
  const reset = review.steps.find(({ kind }) => kind === "reset")
  const approves = review.steps.some(({ kind }) => kind === "approve")
  return (
    <section className="send-card">
      <h2 className="send-label">{t("swap.steps")}</h2>
      <ol className="swap-steps">
        {isReset({ review, progress }) && <DoneStep title={t("swap.stepWasReset")} />}
        {isApproved({ review, progress }) && <DoneStep title={t("swap.stepApproved", { amount })} />}
        {reset !== undefined && (
          <Step
            current={at === "reset"}
            title={t("swap.stepReset", {
              amount: formatExactAmount(locale, reset.earlier ?? 0n, quote.source),
            })}
          >
            <span className="muted">{t("swap.stepResetText", { symbol: quote.source.symbol })}</span>
          </Step>
        )}
        {approves && (
          <Step current={at === "approve"} batch={batch} title={t("swap.stepApprove", { amount })}>
            <span className="muted">{t("swap.stepApproveText")}</span>
            <AddressGroups address={router} />
          </Step>
        )}
        <Step
          current={at === "swap"}
          batch={batch}
          title={t("swap.stepSwap", { amount: formatSwapAmount(locale, quote.minimum, quote.destination) })}
        >
          {!approves && (
            <>
              <span className="muted">{t("swap.stepSwapText")}</span>
              <AddressGroups address={router} />
            </>
          )}
        </Step>
      </ol>
      {batch && (
        <p className="send-note">{t(reset === undefined ? "swap.stepBatch" : "swap.stepBatchAll")}</p>
      )}
    </section>
  )
}

const DoneStep = ({ title }: { readonly title: string }) => (
  <li data-state="done">
    <Icon name="check" />
    <div>
      <strong>{title}</strong>
    </div>
  </li>
)

interface StepProps {
  readonly title: string
  readonly current: boolean
  /** Requested together with the current step. */
  readonly batch?: boolean
  readonly children: ReactNode
}

const Step = ({ title, current, batch = false, children }: StepProps) => (
  <li data-state={current || batch ? "now" : "next"} aria-current={current ? "step" : undefined}>
    <div>
      <strong>{title}</strong>
      {children}
    </div>
  </li>
)
