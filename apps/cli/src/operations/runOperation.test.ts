import { expect, it } from "@effect/vitest"
import type { LedgerEntry } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect, Exit, Fiber } from "effect"
import { describe } from "vitest"
import { makeEntry, makeEtherReview } from "../testing/payments.ts"
import { submitApproved } from "./runOperation.ts"

const entry = makeEntry(makeEtherReview(), { _tag: "Sent", hash: `0x${"ab".repeat(32)}` })

/** What `submitApproved` needs, for a request that is or is not approved, or that is pending on a phone. */
const makeSubmitter = (
  isConsumed: boolean,
  {
    pending = null,
    withdraw = null,
  }: { pending?: LedgerEntry | null; withdraw?: Effect.Effect<void> | null } = {},
): Parameters<typeof submitApproved>[0] => ({
  approvalChannel: { findPendingEntry: () => pending, withdraw },
  context: { interruptReport: { set: () => {}, report: () => null } },
  flows: { ledger: { entries: Effect.runSync(SubscriptionRef.make<readonly LedgerEntry[]>([])) } },
  reviewed: { grant: () => {}, isConsumed: () => isConsumed },
})

const runSubmit = Effect.fnUntraced(function* (isConsumed: boolean, pending: LedgerEntry | null = null) {
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
    submitApproved(makeSubmitter(isConsumed, { pending }), null, question, (one) => heard.push(one)),
    { startImmediately: true },
  )
  return { answer, fiber, heard, withdrawn: () => withdrawn }
})

describe("submitApproved", () => {
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
      const withdraw = Effect.asVoid(Deferred.fail(answer, "declined"))
      const fiber = yield* Effect.forkChild(
        submitApproved(makeSubmitter(false, { withdraw }), null, question),
        { startImmediately: true },
      )
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
