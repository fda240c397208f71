import { SubscriptionRef } from "@wmodal/protocol"
import { Clock, Deferred, Effect } from "effect"
import type { ApprovalPrompt, Approve } from "../wallet/ApprovalPrompt.ts"

/** Milliseconds during which a press does not approve, because it may have been meant for the previous content. */
const pressGuardMs = 700

/** The prompt that the user sees. */
export interface ShownPrompt {
  /** Increasing ID, unique in a frame. */
  readonly id: number
  readonly question: ApprovalPrompt
  /** Number of further prompts in the queue. */
  readonly waiting: number
  /** UTC milliseconds from which it can be approved; `null` while the frame is not visible. */
  readonly approvableAt: number | null
}

/** The queue of approval prompts: one at a time, the oldest first. It is independent of any screen. */
export interface ApprovalQueue {
  /** Adds a prompt and waits for the response. Interruption removes it at any position. */
  readonly approve: Approve
  /** The shown prompt; `null` when the queue is empty. */
  readonly shown: SubscriptionRef.SubscriptionRef<ShownPrompt | null>
  /**
   * Returns whether the response counts. It does not when another prompt is shown by now, or when it approves a prompt
   * that has been visible for less than 700 ms or has an act that is not done.
   * @param done the acts that the user has done, by index
   */
  readonly answer: (id: number, isApproved: boolean, done?: readonly number[]) => Effect.Effect<boolean>
  /**
   * Takes the response of the approval's own window, whose queue has checked it. Returns whether it counts: not when
   * another prompt is shown by now.
   */
  readonly answerFromWindow: (id: number, isApproved: boolean) => Effect.Effect<boolean>
  /** Sets whether the prompt is visible. The 700 ms restart when it becomes visible again. */
  readonly setVisible: (isVisible: boolean) => Effect.Effect<void>
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
  let isVisible = false

  /** The head keeps its time as long as it stays at the head and visible. */
  const show = Effect.gen(function* () {
    const [head] = queue
    if (head === undefined) return yield* SubscriptionRef.set(shown, null)
    const now = yield* Clock.currentTimeMillis
    yield* SubscriptionRef.update(shown, (before) => {
      const since = before?.id === head.id ? before.approvableAt : null
      const approvableAt = isVisible ? (since ?? now + pressGuardMs) : null
      return { id: head.id, question: head.question, waiting: queue.length - 1, approvableAt }
    })
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
      const approvableAt = SubscriptionRef.getUnsafe(shown)?.approvableAt ?? null
      const now = yield* Clock.currentTimeMillis
      if (isApproved && (approvableAt === null || now < approvableAt)) return false
      if (isApproved && head.question.acts.some((_, index) => !done.includes(index))) return false
      return yield* Deferred.succeed(head.answered, isApproved)
    }),
    setVisible: (is) =>
      Effect.suspend(() => {
        if (is === isVisible) return Effect.void
        isVisible = is
        return show
      }),
  }
  return approvals
})
