import type { SwapProgress, SwapReview, SwapStep } from "@wmodal/core/flows"
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
        {isReset({ review, progress }) && (
          <li data-state="done">
            <Icon name="check" />
            <div>
              <strong>{t("swap.stepWasReset")}</strong>
            </div>
          </li>
        )}
        {isApproved({ review, progress }) && (
          <li data-state="done">
            <Icon name="check" />
            <div>
              <strong>{t("swap.stepApproved", { amount })}</strong>
            </div>
          </li>
        )}
        {reset !== undefined && (
          <li data-state={at === "reset" ? "now" : "next"} aria-current={at === "reset" ? "step" : undefined}>
            <div>
              <strong>
                {t("swap.stepReset", {
                  amount: formatExactAmount(locale, reset.earlier ?? 0n, quote.source),
                })}
              </strong>
              <span className="muted">{t("swap.stepResetText", { symbol: quote.source.symbol })}</span>
            </div>
          </li>
        )}
        {approves && (
          <li
            data-state={at === "approve" || batch ? "now" : "next"}
            aria-current={at === "approve" ? "step" : undefined}
          >
            <div>
              <strong>{t("swap.stepApprove", { amount })}</strong>
              <span className="muted">{t("swap.stepApproveText")}</span>
              <AddressGroups address={router} />
            </div>
          </li>
        )}
        <li
          data-state={at === "swap" || batch ? "now" : "next"}
          aria-current={at === "swap" ? "step" : undefined}
        >
          <div>
            <strong>
              {t("swap.stepSwap", { amount: formatSwapAmount(locale, quote.minimum, quote.destination) })}
            </strong>
            {!approves && (
              <>
                <span className="muted">{t("swap.stepSwapText")}</span>
                <AddressGroups address={router} />
              </>
            )}
          </div>
        </li>
      </ol>
      {batch && (
        <p className="send-note">{t(reset === undefined ? "swap.stepBatch" : "swap.stepBatchAll")}</p>
      )}
    </section>
  )
}
