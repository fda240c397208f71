import { Effect } from "effect"
import type { Problem } from "./Problem.ts"
import type { Message } from "./present.ts"

/** A problem as it is told. */
export interface Told {
  readonly title: Message
  /** The same in English. */
  readonly titleText: string
  readonly bodyText: string
}

/** The words for a problem. They come when there is one; where they do not come, its name stands for them. */
export const inWords = (problem: Problem): Effect.Effect<Told> =>
  Effect.promise(async () => {
    try {
      const { english, present } = await import("./present.ts")
      const { title, body } = present(problem)
      return { title, titleText: english(title), bodyText: english(body) }
    } catch {
      const name = problem.reason._tag
      return { title: { id: name }, titleText: name, bodyText: problem._tag }
    }
  })
