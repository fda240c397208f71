import { expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { describe } from "vitest"
import type { ApprovalPrompt } from "../wallet/ApprovalPrompt.ts"
import { makeApprovalQueue } from "./ApprovalQueue.ts"

const question = (title: string): ApprovalPrompt => ({
  title,
  lines: [],
  acts: [],
  method: "personal_sign",
  chainId: "eip155:1",
  asker: { name: "", origin: null },
})

/** Creates a queue with prompts in the order of their titles. */
const makeQueueWithPrompts = Effect.fnUntraced(function* (...titles: readonly string[]) {
  const approvals = yield* makeApprovalQueue
  const fibers = yield* Effect.forEach(titles, (title) =>
    approvals.approve(question(title)).pipe(Effect.forkChild({ startImmediately: true })),
  )
  const title = () => SubscriptionRef.getUnsafe(approvals.shown)?.question.title ?? null
  const id = () => SubscriptionRef.getUnsafe(approvals.shown)?.id ?? -1
  return { approvals, fibers, title, id }
})

describe("ApprovalQueue", () => {
  it.effect("shows nothing and ignores responses while the queue is empty", () =>
    Effect.gen(function* () {
      const { approvals, title } = yield* makeQueueWithPrompts()
      expect(title()).toBeNull()
      expect(yield* approvals.answer(1, true)).toBe(false)
    }),
  )

  it.effect("accepts an approval only when every act is done", () =>
    Effect.gen(function* () {
      const approvals = yield* makeApprovalQueue
      const act = { title: "Blind signing", text: "It cannot be read.", check: "I know what I sign" }
      const fiber = yield* approvals
        .approve({ ...question("one"), acts: [act, act] })
        .pipe(Effect.forkChild({ startImmediately: true }))
      expect(yield* approvals.answer(1, true)).toBe(false)
      expect(yield* approvals.answer(1, true, [1])).toBe(false)
      expect(yield* approvals.answer(1, true, [0, 1])).toBe(true)
      expect(yield* Fiber.join(fiber)).toBe(true)
    }),
  )

  it.effect("takes the response of the approval's own window for the shown prompt only", () =>
    Effect.gen(function* () {
      const { approvals, fibers } = yield* makeQueueWithPrompts("one")
      expect(yield* approvals.answerFromWindow(2, true)).toBe(false)
      expect(yield* approvals.answerFromWindow(1, true)).toBe(true)
      expect(yield* Fiber.join(fibers[0]!)).toBe(true)
    }),
  )

  it.effect("accepts a decline at once", () =>
    Effect.gen(function* () {
      const { approvals, fibers, id } = yield* makeQueueWithPrompts("one")
      expect(yield* approvals.answer(id(), false)).toBe(true)
      expect(yield* Fiber.join(fibers[0]!)).toBe(false)
    }),
  )

  it.effect("shows one prompt at a time, the oldest first", () =>
    Effect.gen(function* () {
      const { approvals, fibers, id, title } = yield* makeQueueWithPrompts("one", "two", "three")
      expect(SubscriptionRef.getUnsafe(approvals.shown)).toMatchObject({ waiting: 2 })
      const first = id()
      expect(yield* approvals.answer(first, true)).toBe(true)
      yield* Fiber.join(fibers[0]!)
      expect(title()).toBe("two")
      // A second press on a prompt that is already settled.
      expect(yield* approvals.answer(first, true)).toBe(false)
      expect(yield* approvals.answer(id(), true)).toBe(true)
      yield* Fiber.join(fibers[1]!)
      expect(yield* approvals.answer(id(), false)).toBe(true)
      expect(yield* Effect.forEach(fibers, Fiber.join)).toEqual([true, true, false])
      expect(title()).toBeNull()
    }),
  )

  it.effect("accepts one response per prompt", () =>
    Effect.gen(function* () {
      const { approvals, fibers, id } = yield* makeQueueWithPrompts("one")
      const first = id()
      expect(yield* approvals.answer(first, false)).toBe(true)
      expect(yield* approvals.answer(first, false)).toBe(false)
      expect(yield* Fiber.join(fibers[0]!)).toBe(false)
    }),
  )

  it.effect("removes cancelled prompts at any position", () =>
    Effect.gen(function* () {
      const { approvals, fibers, id, title } = yield* makeQueueWithPrompts("one", "two", "three")
      yield* Fiber.interrupt(fibers[1]!)
      expect(title()).toBe("one")
      expect(SubscriptionRef.getUnsafe(approvals.shown)).toMatchObject({ waiting: 1 })
      yield* Fiber.interrupt(fibers[0]!)
      expect(title()).toBe("three")
      expect(yield* approvals.answer(id(), true)).toBe(true)
      expect(yield* Fiber.join(fibers[2]!)).toBe(true)
    }),
  )
})
