import { type Problem, present } from "@wmodal/core"
import "../messages/problems.ts"
import type { Words } from "../messages/Words.tsx"
import type { WModalError } from "../page/WModal.ts"

/** A failure in words, as the page gets it. */
export const pageError = (problem: Problem, { say }: Words): WModalError => {
  const { code, title, body } = present(problem)
  return { tag: code, text: `${say(title)}. ${say(body)}` }
}
