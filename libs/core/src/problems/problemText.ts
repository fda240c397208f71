import { Effect } from "effect"
import type { Problem } from "./Problem.ts"
import type { Message } from "./presentProblem.ts"

/** The texts of a problem. */
export interface ProblemText {
  readonly title: Message
  /** The title in English. */
  readonly titleText: string
  readonly bodyText: string
}

/**
 * Returns the texts of a problem. They are loaded on first use; if that fails, the problem's name replaces them.
 */
export const describeProblem = (problem: Problem): Effect.Effect<ProblemText> =>
  Effect.promise(async () => {
    try {
      const { formatEnglish, presentProblem } = await import("./presentProblem.ts")
      const { title, body } = presentProblem(problem)
      return { title, titleText: formatEnglish(title), bodyText: formatEnglish(body) }
    } catch {
      const name = problem.reason._tag
      return { title: { id: name }, titleText: name, bodyText: problem._tag }
    }
  })
