import type { SwapProgress, SwapReview, SwapStep } from "@wmodal/core/flows"
import type { ReactNode } from "react"
import { useFlowView } from "../../binding/useFlowView.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { AddressGroups } from "../../ui/AddressGroups.tsx"
import { Button } from "../../ui/Button.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { formatExactAmount, formatSwapAmount } from "../send/formatAmounts.ts"

export interface SwapStepsProps {
  readonly review: SwapReview
  readonly progress: SwapProgress
}

/** The wallet requests in order: the spender of the approval, and the received amount. */
export const SwapSteps = ({ review, progress }: SwapStepsProps) => {
  const { t, locale } = useMessages()
  const { quote, path, router, steps } = review
  const { source } = quote
  const amount = formatExactAmount(locale, quote.amount, source)
  const minimum = formatSwapAmount(locale, quote.minimum, quote.destination)
  const isBatch = path._tag === "Batch"
  const has = (kind: SwapStep["kind"]) => steps.some((step) => step.kind === kind)

  /** The allowed contract is named once: with the approval, or with the swap when there is none. */
  const describe = ({ kind, earlier = 0n }: SwapStep) => {
    switch (kind) {
      case "reset":
        return {
          title: t("swap.stepReset", { amount: formatExactAmount(locale, earlier, source) }),
          text: t("swap.stepResetText", { symbol: source.symbol }),
        }
      case "approve":
        return { title: t("swap.stepApprove", { amount }), text: t("swap.stepApproveText"), taker: router }
      case "swap": {
        const title = t("swap.stepSwap", { amount: minimum })
        return has("approve") ? { title } : { title, text: t("swap.stepSwapText"), taker: router }
      }
    }
  }

  return (
    <section className="send-card">
      <h2 className="send-label">{t("swap.steps")}</h2>
      <ol className="swap-steps">
        {isReset({ review, progress }) && <Step state="done" title={t("swap.stepWasReset")} />}
        {isApproved({ review, progress }) && <Step state="done" title={t("swap.stepApproved", { amount })} />}
        {steps.map((step, index) => {
          const { title, text, taker } = describe(step)
          const isCurrent = index === 0
          return (
            <Step
              key={step.kind}
              title={title}
              state={isCurrent || isBatch ? "now" : "next"}
              isCurrent={isCurrent}
            >
              {text !== undefined && <span className="muted">{text}</span>}
              {taker !== undefined && <AddressGroups address={taker} />}
            </Step>
          )
        })}
      </ol>
      {isBatch && <p className="send-note">{t(has("reset") ? "swap.stepBatchAll" : "swap.stepBatch")}</p>}
    </section>
  )
}

interface StepProps {
  readonly title: string
  /** Steps of a batch are requested together. */
  readonly state: "done" | "now" | "next"
  readonly isCurrent?: boolean
  readonly children?: ReactNode
}

const Step = ({ title, state, isCurrent = false, children }: StepProps) => (
  <li data-state={state} aria-current={isCurrent ? "step" : undefined}>
    {state === "done" && <Icon name="check" />}
    <div>
      <strong>{title}</strong>
      {children}
    </div>
  </li>
)

/** Opens the approval, where it can be taken back. */
export const SeeApproval = ({ entry }: { readonly entry: string | null }) => {
  const { engine, run, t } = useFlowView()
  return (
    entry !== null && (
      <Button tone="quiet" onPress={() => run(engine.router.push({ _tag: "Transaction", key: entry }))}>
        {t("swap.seeApproval")}
      </Button>
    )
  )
}

export interface SwapStage {
  readonly review: Pick<SwapReview, "path" | "steps">
  readonly progress: SwapProgress
}

/** Returns true when the approval of this swap is done, and only the swap is left. */
export const isApproved = ({ review, progress }: SwapStage): boolean =>
  progress.approval !== null && review.steps.every(({ kind }) => kind === "swap")

/** Returns true when an earlier approval was revoked for this swap. */
const isReset = ({ review, progress }: SwapStage): boolean =>
  progress.reset !== undefined && review.steps.every(({ kind }) => kind !== "reset")

/** Returns the number of the current wallet request, from 1, and the total. A batch is one. */
export const stepProgress = ({ review, progress, step }: SwapStage & { readonly step: SwapStep["kind"] }) => {
  if (review.path._tag === "Batch") return { step: 1, count: 1 }
  const before = Number(isReset({ review, progress })) + Number(isApproved({ review, progress }))
  const index = review.steps.findIndex(({ kind }) => kind === step)
  return { step: before + Math.max(0, index) + 1, count: before + review.steps.length }
}
