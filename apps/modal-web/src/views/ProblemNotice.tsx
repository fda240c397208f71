import { type Problem, type ProblemContext, presentProblem } from "@wmodal/core"
import type { ReactNode } from "react"
import { useMessages } from "../messages/Translate.tsx"
import { Details } from "../ui/Details.tsx"
import { Notice } from "../ui/Notice.tsx"

export interface ProblemNoticeProps {
  readonly problem: Problem
  readonly during?: ProblemContext
  /** The next action, if it belongs into the notice. */
  readonly children?: ReactNode
}

/** Returns the technical detail of an unknown cause; otherwise `null`. */
const getUnexpectedDetail = (problem: Problem): string | null => {
  switch (problem.reason._tag) {
    case "Failed":
    case "Malformed":
    case "Unknown":
      return JSON.stringify({ error: problem._tag, ...problem.reason }, null, 2)
    default:
      return null
  }
}

/** A failure as text, with its report details collapsed below. */
export const ProblemNotice = ({ problem, during = "connect", children }: ProblemNoticeProps) => {
  const { t, say } = useMessages()
  const { title, body, kind } = presentProblem(problem, during)
  const detail = getUnexpectedDetail(problem)
  return (
    <>
      <Notice tone={kind === "transient" ? "bad" : "warn"} title={say(title)} text={say(body)}>
        {children}
      </Notice>
      {detail !== null && (
        <Details summary={t("shell.details")} text={detail} label={t("shell.copyDetails")} />
      )}
    </>
  )
}
