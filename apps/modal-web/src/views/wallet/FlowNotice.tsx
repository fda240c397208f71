import { presentFlow, type SendError, type SwapError } from "@wmodal/core/flows"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"

export interface FlowNoticeProps {
  readonly error: SendError | SwapError
  /** The consequences, when the flow knows more about them than the error. */
  readonly safe?: string
  /** Absent when the view already has a button for that. */
  readonly onReviewAgain?: () => void
}

/** A failure: its cause, its consequences, and its subject. */
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
