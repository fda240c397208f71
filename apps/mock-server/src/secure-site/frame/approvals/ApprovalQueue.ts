import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import type { ApprovalPrompt, Approve } from "../wallet/ApprovalPrompt.ts"

/** The prompt that the user sees. */
export interface ShownPrompt {
  /** Increasing ID, unique in a frame. */
  readonly id: number
  readonly question: ApprovalPrompt
  /** Number of further prompts in the queue. */
  readonly waiting: number
}

/**
 * The queue of approval prompts: one at a time, the oldest first. It is independent of any screen, which judges the
 * presses of its user (`pressGuard.ts`).
 */
export interface ApprovalQueue {
  /** Adds a prompt and waits for the response. Interruption removes it at any position. */
  readonly approve: Approve
  /** The shown prompt; `null` when the queue is empty. */
  readonly shown: SubscriptionRef.SubscriptionRef<ShownPrompt | null>
  /**
   * Returns whether the response counts. It does not when another prompt is shown by now, or when it approves a prompt
   * that has an act that is not done.
   * @param done the acts that the user has done, by index
   */
  readonly answer: (id: number, isApproved: boolean, done?: readonly number[]) => Effect.Effect<boolean>
  /**
   * Takes the response of the approval's own window, whose queue has checked it. Returns whether it counts: not when
   * another prompt is shown by now.
   */
  readonly answerFromWindow: (id: number, isApproved: boolean) => Effect.Effect<boolean>
}

interface PendingApproval {
  readonly id: number
  readonly question: ApprovalPrompt
  readonly answered: Deferred.Deferred<boolean>
}

export const makeApprovalQueue = Effect.gen(function* () {
  const shown = yield* SubscriptionRef.make<ShownPrompt | null>(null)
  const queue: PendingApproval[] = []
  let asked = 0

  const show = Effect.suspend(() => {
    const [head] = queue
    const next = head && { id: head.id, question: head.question, waiting: queue.length - 1 }
    return SubscriptionRef.set(shown, next ?? null)
  })

  const leave = (waiting: PendingApproval) => {
    const at = queue.indexOf(waiting)
    if (at >= 0) queue.splice(at, 1)
    return show
  }

  const approvals: ApprovalQueue = {
    shown,
    approve: (question) =>
      Effect.acquireUseRelease(
        Effect.gen(function* () {
          asked += 1
          const waiting = { id: asked, question, answered: yield* Deferred.make<boolean>() }
          queue.push(waiting)
          yield* show
          return waiting
        }),
        ({ answered }) => Deferred.await(answered),
        leave,
      ),
    answerFromWindow: (id, isApproved) =>
      Effect.suspend(() => {
        const [head] = queue
        return head?.id === id ? Deferred.succeed(head.answered, isApproved) : Effect.succeed(false)
      }),
    answer: Effect.fnUntraced(function* (id, isApproved, done = []) {
      const [head] = queue
      if (head?.id !== id) return false
      if (isApproved && head.question.acts.some((_, index) => !done.includes(index))) return false
      return yield* Deferred.succeed(head.answered, isApproved)
    }),
  }
  return approvals
})
