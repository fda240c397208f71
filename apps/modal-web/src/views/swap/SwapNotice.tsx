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
  const { run } = useEngine()
  const { t, locale } = useMessages()
  const { swap } = useFlows()
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

/** Opens the approval, where it can be taken back. */
export const SeeApproval = ({ entry }: { readonly entry: string | null }) => {
  const { engine, run } = useEngine()
  const { t } = useMessages()
  return (
    entry !== null && (
      <Button tone="quiet" onPress={() => run(engine.router.push({ _tag: "Transaction", key: entry }))}>
        {t("swap.seeApproval")}
      </Button>
    )
  )
}
