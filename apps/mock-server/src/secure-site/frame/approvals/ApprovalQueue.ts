import { Clock, Deferred, Effect, SubscriptionRef } from "effect"
import type { ApprovalPrompt, Approve } from "../wallet/ApprovalPrompt.ts"

/** Milliseconds in which a press that was meant for what was there before approves nothing. */
const pressGuardMs = 500

/** The question that a person sees. */
export interface ShownPrompt {
  /** Counts up: no two questions of a frame have the same. */
  readonly id: number
  readonly question: ApprovalPrompt
  /** How many more wait behind it. */
  readonly waiting: number
  /** UTC milliseconds from which on it can be approved; `null` while the frame cannot be seen. */
  readonly approvableAt: number | null
}

/** What waits for a person's word: one at a time, the oldest first. It needs no screen. */
interface ApprovalQueue {
  /** Stands in the queue until it is answered; an interrupted one leaves it, wherever it stands. */
  readonly approve: Approve
  /** `null`: nothing is asked. */
  readonly shown: SubscriptionRef.SubscriptionRef<ShownPrompt | null>
  /**
   * @returns whether it counted. It does not where another question is shown by now, nor, for a yes, where this one has
   * not been seen for half a second yet.
   */
  readonly answer: (id: number, isApproved: boolean) => Effect.Effect<boolean>
  /** Whether a person can see the frame at all: the half second begins anew when they can again. */
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

  /** The one at the head keeps its time as long as it stays there, and in sight. */
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
    answer: Effect.fnUntraced(function* (id, isApproved) {
      const [head] = queue
      if (head?.id !== id) return false
      const approvableAt = SubscriptionRef.getUnsafe(shown)?.approvableAt ?? null
      const now = yield* Clock.currentTimeMillis
      if (isApproved && (approvableAt === null || now < approvableAt)) return false
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
