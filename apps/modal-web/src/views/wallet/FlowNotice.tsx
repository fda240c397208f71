import { type FlowProblem, presentFlow, type SendError, type SwapError } from "@wmodal/core/flows"
import { hasKey } from "@wmodal/protocol"
import { useEngine } from "../../binding/EngineContext.tsx"
import { useMessages } from "../../messages/Translate.tsx"
import { Icon } from "../../ui/Icon.tsx"
import { Notice } from "../../ui/Notice.tsx"
import { NoticeAction } from "./FlowFailure.tsx"

export interface FlowNoticeProps {
  readonly error: SendError | SwapError
  /** The consequences, when the flow knows more about them than the error. */
  readonly safe?: string | undefined
  /** Absent when the view already has a button for that. */
  readonly onReviewAgain?: () => void
}

/** A failure: its cause, its consequences, and its subject. */
export const FlowNotice = ({ error, safe, onReviewAgain }: FlowNoticeProps) => {
  const { t, say } = useMessages()
  const { title, body, action } = presentFlow(error)
  const { reason } = error
  return (
    <Notice tone="bad" title={say(title)} text={safe ?? say(body)}>
      {action === "reviewAgain" && onReviewAgain !== undefined && (
        <NoticeAction label={t("action.reviewAgain")} onPress={onReviewAgain} />
      )}
      {hasKey(reason, "entry") && (
        <TransactionAction
          label={t(reason._tag === "ApprovalFailed" ? "swap.seeApproval" : "send.seeEarlier")}
          entry={reason.entry}
        />
      )}
    </Notice>
  )
}

/** Opens a transaction from a notice about it. */
export const TransactionAction = ({ label, entry }: { readonly label: string; readonly entry: string }) => {
  const { engine, run } = useEngine()
  const open = engine.router.push({ _tag: "Transaction", key: entry })
  return <NoticeAction label={label} onPress={() => run(open)} />
}

/** The error of one field, announced as it appears. Its field refers to it by this id. */
export const FieldError = ({ id, error }: { readonly id: string; readonly error: FlowProblem }) => {
  const { say } = useMessages()
  const { title, body } = presentFlow(error)
  return (
    <p id={id} className="field-error" role="alert">
      <Icon name="alert" />
      <span>
        <strong>{say(title)}</strong>
        <span>{say(body)}</span>
      </span>
    </p>
  )
}
