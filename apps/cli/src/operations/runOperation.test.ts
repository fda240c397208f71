import { expect, it } from "@effect/vitest"
import type { LedgerEntry } from "@wmodal/core/flows"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe } from "vitest"
import { makeEntry, makeEtherReview } from "../testing/payments.ts"
import { submitRequest } from "./runOperation.ts"

const entry = makeEntry(makeEtherReview(), { _tag: "Sent", hash: `0x${"ab".repeat(32)}` })

const runSubmit = Effect.fnUntraced(function* (taken: boolean, standing?: LedgerEntry) {
  const answer = yield* Deferred.make<LedgerEntry>()
  const heard: LedgerEntry[] = []
  let withdrawn = false
  const question = Deferred.await(answer).pipe(
    Effect.onInterrupt(() =>
      Effect.sync(() => {
        withdrawn = true
      }),
    ),
  )
  const fiber = yield* Effect.forkChild(
    submitRequest(question, {
      taken: () => taken,
      left: (one) => heard.push(one),
      ...(standing !== undefined && { standing: () => standing }),
    }),
    { startImmediately: true },
  )
  return { answer, fiber, heard, withdrawn: () => withdrawn }
})

describe("submitRequest", () => {
  it.effect("returns the wallet's response and reports the sent entry", () =>
    Effect.gen(function* () {
      const { answer, fiber, heard } = yield* runSubmit(true)
      yield* Deferred.succeed(answer, entry)
      expect(yield* Fiber.join(fiber)).toBe(entry)
      expect(heard).toEqual([entry])
    }),
  )

  it.effect("withdraws the prompt when interrupted before the approval", () =>
    Effect.gen(function* () {
      const { fiber, heard, withdrawn } = yield* runSubmit(false)
      yield* Fiber.interrupt(fiber)
      expect([withdrawn(), heard]).toEqual([true, []])
    }),
  )

  it.effect("settles the request as declined when a local prompt is withdrawn", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<LedgerEntry, "declined">()
      const settled: string[] = []
      const question = Effect.tapError(Deferred.await(answer), (why) => Effect.sync(() => settled.push(why)))
      const deps = {
        taken: () => false,
        left: () => {},
        withdraw: Effect.asVoid(Deferred.fail(answer, "declined")),
      }
      const fiber = yield* Effect.forkChild(submitRequest(question, deps), { startImmediately: true })
      yield* Fiber.interrupt(fiber)
      expect(settled).toEqual(["declined"])
    }),
  )

  it.effect("stops waiting for a remote wallet when interrupted and reports the pending entry", () =>
    Effect.gen(function* () {
      const asked = makeEntry(makeEtherReview(), { _tag: "Asked" })
      const { fiber, heard, withdrawn } = yield* runSubmit(false, asked)
      yield* Fiber.interrupt(fiber)
      expect([withdrawn(), heard]).toEqual([true, [asked]])
    }),
  )

  it.effect("waits for the response when interrupted after the approval", () =>
    Effect.gen(function* () {
      const { answer, fiber, heard, withdrawn } = yield* runSubmit(true)
      const ending = yield* Effect.forkChild(Fiber.interrupt(fiber), { startImmediately: true })
      expect(fiber.pollUnsafe()).toBeUndefined()
      yield* Deferred.succeed(answer, entry)
      yield* Fiber.join(ending)
      expect(Exit.hasInterrupts(yield* Fiber.await(fiber))).toBe(true)
      expect([withdrawn(), heard]).toEqual([false, [entry]])
    }),
  )
})
