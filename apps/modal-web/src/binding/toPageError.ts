import { type Problem, presentProblem } from "@wmodal/core"
import "../messages/problems.ts"
import type { Translate } from "../messages/Translate.tsx"
import type { WModalError } from "../page/WModal.ts"

/** Returns a failure with its text, as the page receives it. */
export const toPageError = (problem: Problem, { say }: Translate): WModalError => {
  const { code, title, body } = presentProblem(problem)
  return { tag: code, text: `${say(title)}. ${say(body)}` }
}
