import { presentFlow, type SendError, type SwapError } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"

export interface FlowNoticeProps {
  readonly error: SendError | SwapError
  /** What is safe, where the flow knows more of it than the error. */
  readonly safe?: string
  /** Absent where the way to do that is there anyway. */
  readonly onReviewAgain?: () => void
}

/** What did not go ahead: what happened, what is safe, and what it is about. */
export const FlowNotice = ({ error, safe, onReviewAgain }: FlowNoticeProps) => {
  const { engine, run } = useEngine()
  const { t, say } = useMessages()
  const { title, body, action } = presentFlow(error)
  const { reason } = error
  return (
    <Notice tone="bad" title={say(title)} text={safe ?? say(body)}>
      {action === "reviewAgain" && onReviewAgain !== undefined && (
        <span className="notice-actions">
          <button type="button" className="chip" onClick={onReviewAgain}>
            {t("action.reviewAgain")}
          </button>
        </span>
      )}
      {"entry" in reason && (
        <span className="notice-actions">
          <button
            type="button"
            className="chip"
            onClick={() => run(engine.router.push({ _tag: "Transaction", key: reason.entry }))}
          >
            {t(reason._tag === "ApprovalFailed" ? "swap.seeApproval" : "send.seeEarlier")}
          </button>
        </span>
      )}
    </Notice>
  )
}
