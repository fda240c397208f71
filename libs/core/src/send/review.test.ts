import { describe, expect, it } from "@effect/vitest"
import type { Fee } from "@wmodal/chains"
import { Deferred, Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { ann } from "../testing/sendFixture.ts"
import { startReviewedSend as reviewed, startSend as start } from "../testing/startSend.ts"

const ether = 10n ** 18n
const fee: Fee = { expected: 21_000n, most: 42_000n, transactionFields: {}, seconds: 12 }
const settle = TestClock.adjust(0)

describe("review of a payment", () => {
  it.effect("shows everything, and keeps the form on the way back", () =>
    Effect.gen(function* () {
      const { editing, reviewing, send } = yield* reviewed()
      expect(reviewing()).toMatchObject({
        review: { amount: ether, to: ann },
        passed: [],
        confirming: false,
        error: null,
      })
      yield* send.back
      expect(editing()).toMatchObject({
        form: { amount: "1", recipient: "ann.eth" },
        recipient: { _tag: "Resolved" },
        ready: true,
      })
    }),
  )

  it.effect("starts without the typing pause", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<Fee>()
      const { editing, reviewing, send } = yield* start({ actions: { estimate: () => Deferred.await(gate) } })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      const asking = yield* Effect.forkChild(send.review, { startImmediately: true })
      expect(editing()).toMatchObject({ preparing: true, ready: false })
      yield* Deferred.succeed(gate, fee)
      yield* Fiber.join(asking)
      expect(reviewing().review).toMatchObject({ to: ann })
    }),
  )

  it.effect("keeps the form after a rejection, and shows the reason until an edit", () =>
    Effect.gen(function* () {
      const { editing, reason, send } = yield* start({
        actions: { simulate: () => Effect.succeed({ _tag: "Reverts", text: "paused" }) },
      })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      yield* send.review
      expect(reason()).toEqual({ _tag: "Reverts", text: "paused" })
      yield* TestClock.adjust(600)
      expect(editing()).toMatchObject({ preparing: false, ready: false, form: { amount: "1" } })
      yield* send.typeAmount("1.0")
      expect(reason()).toBe(null)
    }),
  )

  it.effect.each([
    ["no amount", "", "ann.eth", { _tag: "InvalidAmount" }],
    ["an amount of zero", "0.00", "ann.eth", { _tag: "InvalidAmount" }],
    ["no valid recipient", "1", "bob.eth", { _tag: "Recipient" }],
  ] as const)("reports the missing input for %s", ([, amount, recipient, expected]) =>
    Effect.gen(function* () {
      const { reason, send } = yield* start()
      yield* send.typeAmount(amount)
      yield* send.typeRecipient(recipient)
      yield* send.review
      expect(reason()).toMatchObject(expected)
    }),
  )

  it.effect("aborts the review when the form is edited", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<Fee>()
      const { editing, send } = yield* start({ actions: { estimate: () => Deferred.await(gate) } })
      yield* send.typeAmount("1")
      yield* send.typeRecipient("ann.eth")
      yield* Effect.forkChild(send.review, { startImmediately: true })
      yield* settle
      yield* send.typeAmount("12")
      yield* Deferred.succeed(gate, fee)
      yield* settle
      expect(editing()).toMatchObject({ form: { amount: "12" }, preparing: false })
    }),
  )

  it.effect("shows the whole balance less the fee", () =>
    Effect.gen(function* () {
      const { reviewing, send } = yield* start()
      yield* send.useMax
      yield* send.typeRecipient("ann.eth")
      yield* send.review
      expect(reviewing()).toMatchObject({
        form: { amount: "1.499999999999958", max: true },
        review: { amount: (3n * ether) / 2n - 42_000n },
      })
    }),
  )

  it.effect("reads the review again on request, and shows the old one until then", () =>
    Effect.gen(function* () {
      const gates = [yield* Deferred.make<Fee>(), yield* Deferred.make<Fee>()] as const
      let reads = 0
      const { editing, reason, reviewing, send } = yield* reviewed({
        actions: {
          estimate: () => {
            reads += 1
            return reads < 3 ? Effect.succeed(fee) : Deferred.await(gates[reads === 3 ? 0 : 1])
          },
        },
      })
      const before = reviewing().review
      yield* Effect.forkChild(send.review, { startImmediately: true })
      expect(reviewing().review).toBe(before)
      yield* Deferred.succeed(gates[0], { ...fee, most: 50_000n })
      yield* settle
      expect(reviewing().review.fee.most).toBe(50_000n)
      yield* Effect.forkChild(send.review, { startImmediately: true })
      yield* Deferred.succeed(gates[1], { ...fee, most: 10n ** 19n })
      yield* settle
      expect([editing().form.amount, reason()]).toEqual(["1", { _tag: "Insufficient", of: "gas" }])
    }),
  )

  it.effect("submits the shown review while a new one is being read", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<Fee>()
      let reads = 0
      const { asked, entries, send, state } = yield* reviewed({
        actions: { estimate: () => (++reads < 3 ? Effect.succeed(fee) : Deferred.await(gate)) },
      })
      yield* Effect.forkChild(send.review, { startImmediately: true })
      yield* send.confirm
      yield* Deferred.succeed(gate, fee)
      yield* settle
      expect([asked.length, entries().length, state()._tag]).toEqual([1, 1, "Left"])
    }),
  )
})
