import type { SwapError, SwapProgress, SwapReview } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useFlows } from "../../binding/useFlows.ts"
import { useMessages } from "../../messages/Translate.tsx"
import { formatExactAmount, isolateAmount } from "../send/formatAmounts.ts"
import { FlowNotice } from "../wallet/FlowNotice.tsx"
import { isApproved } from "./stepProgress.ts"

export interface SwapNoticeProps {
  readonly error: SwapError
  readonly review: SwapReview
  readonly progress: SwapProgress
}

/** The reason why a step failed. A confirmed approval is mentioned, because it stays in force. */
export const SwapNotice = ({ error, review, progress }: SwapNoticeProps) => {
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { swap } = useFlows()
  const { amount, source } = review.quote
  const wallet = error.reason._tag === "Wallet" ? error.reason.error.reason : null
  const safeText = (): string | null => {
    if (wallet?._tag === "Unsupported" && wallet.method === "wallet_sendCalls") return t("swap.noBatch")
    if (wallet?._tag !== "Declined") return null
    return isApproved({ review, progress })
      ? t("swap.approvalStays", { amount: isolateAmount(formatExactAmount(locale, amount, source)) })
      : t("swap.declinedApproval")
  }
  const safe = safeText()
  return <FlowNotice error={error} {...(safe !== null && { safe })} onReviewAgain={() => run(swap.review)} />
}
