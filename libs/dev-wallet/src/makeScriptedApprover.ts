import { Deferred, Effect } from "effect"
import type { Approval, ApprovalRequest } from "./ApprovalRequest.ts"

/** The owner of a wallet in a test or a story: approves, declines, or lets a question stand until told what to answer. */
export interface ScriptedApprover<Asked = ApprovalRequest> {
  /** Passed to `makeDevWallet`. */
  readonly approve: (request: Asked) => Effect.Effect<Approval>
  /** From now on. `wait` leaves questions open. The first is `approve`. */
  readonly willAnswer: (answer: Approval | "wait") => void
  /** Answers every open question, in the order they were asked. */
  readonly answerOpen: (answer: Approval) => void
  readonly open: () => readonly Asked[]
  /** All that was ever asked. */
  readonly asked: readonly Asked[]
  /** Done when a question stands open; at once where one does. */
  readonly whenOpen: Effect.Effect<void>
}

export const makeScriptedApprover = <Asked = ApprovalRequest>(): ScriptedApprover<Asked> => {
  const asked: Asked[] = []
  const open = new Map<Deferred.Deferred<Approval>, Asked>()
  let answering: Approval | "wait" = "approve"
  let opened = Deferred.makeUnsafe<void>()
  return {
    approve: (request) =>
      Effect.suspend(() => {
        asked.push(request)
        if (answering !== "wait") return Effect.succeed(answering)
        const answer = Deferred.makeUnsafe<Approval>()
        open.set(answer, request)
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
      const questions = [...open.keys()]
      for (const question of questions) Deferred.doneUnsafe(question, Effect.succeed(answer))
    },
    open: () => [...open.values()],
    asked,
    whenOpen: Effect.suspend(() => Deferred.await(opened)),
  }
}
