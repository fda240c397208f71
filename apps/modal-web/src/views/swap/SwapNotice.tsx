import type { SwapError, SwapProgress, SwapReview } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { isolateText } from "../../messages/formatNumber.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { Button } from "../../ui/Button.tsx"
import { formatExactAmount } from "../send/formatAmounts.ts"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { isApproved } from "./stepProgress.ts"

export interface SwapNoticeProps {
  readonly error: SwapError
  readonly review: SwapReview
  readonly progress: SwapProgress
}

/** The reason why a step failed. A confirmed approval is mentioned, because it stays in force. */
export const SwapNotice = ({ error, review, progress }: SwapNoticeProps) => {
  const { engine, run } = useEngine()
  const { t, locale } = useMessages()
  const { swap } = useFlows()
  const { amount, source } = review.quote
  const wallet = error.reason._tag === "Wallet" ? error.reason.error.reason : null
  const safeText = (): string | null => {
    if (wallet?._tag === "Unsupported" && wallet.method === "wallet_sendCalls") return t("swap.noBatch")
    if (wallet?._tag !== "Declined") return null
    return isApproved({ review, progress })
      ? t("swap.approvalStays", { amount: isolateText(formatExactAmount(locale, amount, source)) })
      : t("swap.declinedApproval")
  }
  const safe = safeText()
  const approval = isApproved({ review, progress }) ? progress.approval : null
  return (
    <>
      <FlowNotice error={error} {...(safe !== null && { safe })} onReviewAgain={() => run(swap.review)} />
      {/* There it can be taken back. */}
      {approval !== null && (
        <Button tone="quiet" onPress={() => run(engine.router.push({ _tag: "Transaction", key: approval }))}>
          {t("swap.seeApproval")}
        </Button>
      )}
    </>
  )
}
