import { Deferred, Effect } from "effect"
import type { Approval, ApprovalRequest } from "./ApprovalRequest.ts"

/** A scripted user in a test or a story: approves, declines, or leaves requests open until told to respond. */
export interface ScriptedApprover<Asked = ApprovalRequest> {
  /** Passed to `makeDevWallet`. */
  readonly approve: (request: Asked) => Effect.Effect<Approval>
  /** Sets the response to later requests. `wait` leaves them open. The initial one is `approve`. */
  readonly willAnswer: (answer: Approval | "wait") => void
  /** Responds to every open request, in order. */
  readonly answerOpen: (answer: Approval) => void
  readonly open: () => readonly Asked[]
  /** All requests so far. */
  readonly asked: readonly Asked[]
  /** Completes when a request is open. */
  readonly whenOpen: Effect.Effect<void>
}

/** Creates an approver that a test answers, one request at a time. */
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
