import type { Approval, ApprovalRequest } from "@wmodal/chains/dev"
import { Effect } from "effect"
import type { Terminal } from "../terminal/Terminal.ts"

/** What the face asks and says while a command runs. */
export interface Prompts {
  /** Shows the request in words, and asks. */
  readonly review: (request: ApprovalRequest) => Effect.Effect<Approval>
  readonly password: (label: string) => Effect.Effect<string>
  /** Says that `work` is under way, where there is a screen to say it on. */
  readonly during: <A, E, R>(text: string, work: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
}

// Ink loads with the first prompt.
const screen = Effect.promise(() => import("./show.tsx"))

export const makePrompts = (terminal: Terminal): Prompts => ({
  review: (request) =>
    Effect.gen(function* () {
      const [{ askReview }, { inWords }] = yield* Effect.all([
        screen,
        Effect.promise(() => import("../wallet/inWords.ts")),
      ])
      return yield* askReview(inWords(request))
    }),
  password: (label) => Effect.flatMap(screen, ({ askPassword }) => askPassword(label)),
  during: (text, work) =>
    terminal.draws ? Effect.flatMap(screen, ({ showStatus }) => showStatus(text, work)) : work,
})
