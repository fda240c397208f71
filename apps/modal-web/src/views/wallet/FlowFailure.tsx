import { type FlowProblem, type FlowProblemContext, presentFlow } from "@wmodal/core/flows"
import { useMessages } from "../../messages/Translate.tsx"
import { Notice } from "../../ui/Notice.tsx"

export interface FlowFailureProps {
  /** `null` shows nothing. */
  readonly problem: FlowProblem | null
  readonly during?: FlowProblemContext
  readonly tone?: "bad" | "warn"
  /** Adds a button that tries again. */
  readonly onRetry?: () => void
}

/** Why something failed. */
export const FlowFailure = ({ problem, during, tone = "bad", onRetry }: FlowFailureProps) => {
  const { t, say } = useMessages()
  if (problem === null) return null
  const { title, body } = presentFlow(problem, during)
  return (
    <Notice tone={tone} title={say(title)} text={say(body)}>
      {onRetry !== undefined && <NoticeAction label={t("action.tryAgain")} onPress={onRetry} />}
    </Notice>
  )
}

export interface NoticeActionProps {
  readonly label: string
  readonly onPress: () => void
}

/** The button of a notice. */
export const NoticeAction = ({ label, onPress }: NoticeActionProps) => (
  <span className="notice-actions">
    <button type="button" className="chip" onClick={onPress}>
      {label}
    </button>
  </span>
)
