import type { Approval, ApprovalRequest } from "@wmodal/chains/dev"
import { Deferred, Effect } from "effect"

/** The owner of the wallet in a story. */
export interface Person {
  readonly approve: (request: ApprovalRequest) => Effect.Effect<Approval>
  /** What is said to every question from now on; `wait` leaves them open. */
  readonly willAnswer: (answer: Approval | "wait") => void
  /** Answers what stands open. @returns whether anything did. */
  readonly answerOpen: (answer: Approval) => boolean
  /** Done when a question stands open. */
  readonly asked: Effect.Effect<void>
  /** Questions that were ever shown. */
  readonly prompts: () => number
}

export const makePerson = (): Person => {
  const open = new Set<Deferred.Deferred<Approval>>()
  let answering: Approval | "wait" = "approve"
  let shown = 0
  let opened = Deferred.makeUnsafe<void>()
  return {
    approve: () =>
      Effect.suspend(() => {
        shown += 1
        if (answering !== "wait") return Effect.succeed(answering)
        const answer = Deferred.makeUnsafe<Approval>()
        open.add(answer)
        Deferred.doneUnsafe(opened, Effect.void)
        return Effect.ensuring(
          Deferred.await(answer),
          Effect.sync(() => {
            open.delete(answer)
            if (open.size === 0) opened = Deferred.makeUnsafe<void>()
          }),
        )
      }),
    willAnswer: (answer) => {
      answering = answer
    },
    answerOpen: (answer) => {
      const questions = [...open]
      for (const question of questions) Deferred.doneUnsafe(question, Effect.succeed(answer))
      return questions.length > 0
    },
    asked: Effect.suspend(() => Deferred.await(opened)),
    prompts: () => shown,
  }
}
