import { type Problem, type ProblemContext, presentProblem } from "@wmodal/core"
import "../messages/problems.ts"
import type { Translate } from "../messages/Translate.tsx"
import type { WModalError } from "../page/WModal.ts"

/** Returns a failure with its text, as the page receives it. */
export const toPageError = (problem: Problem, { say }: Translate, during?: ProblemContext): WModalError => {
  const { code, title, body } = presentProblem(problem, during)
  return { tag: code, text: `${say(title)}. ${say(body)}` }
}
