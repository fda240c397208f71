import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import { ann } from "../testing/sendFixture.ts"
import { startAskedSend as asked, startReviewedSend as reviewed } from "../testing/startSend.ts"

const hash = `0x${"5e".repeat(32)}`
const declined = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } })
const firstTime = { _tag: "FirstTime", address: ann.address } as const
const settle = TestClock.adjust(0)

describe("confirm", () => {
  it.effect("refuses to confirm while a warning is not confirmed", () =>
    Effect.gen(function* () {
      const { asked, reason, reviewing, send, state } = yield* reviewed({
        recipients: { stops: () => Effect.succeed([firstTime]) },
      })
      yield* send.confirm
      expect(reason()).toEqual({ _tag: "Stopped", stops: [firstTime] })
      expect([asked, reviewing().confirming]).toEqual([[], false])
      yield* send.acknowledge("FirstTime")
      expect(reviewing()).toMatchObject({ passed: ["FirstTime"], error: null })
      yield* send.confirm
      expect(state()._tag).toBe("Left")
    }),
  )

  it.effect("sends one wallet request for repeated calls, and reports the start of the transaction", () =>
    Effect.gen(function* () {
      const { answer, asked: questions, asking, entries, send, state, toast } = yield* asked()
      yield* send.confirm
      yield* send.confirm
      expect(questions.length).toBe(1)
      expect(asking().entry).toBe(entries()[0]?.id)
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      expect(state()).toEqual({ _tag: "Left", entry: entries()[0]?.id })
      expect(toast()).toBe("flow.started")
    }),
  )

  it.effect("reports a wallet without a response after a minute", () =>
    Effect.gen(function* () {
      const { answer, asking, state } = yield* asked()
      yield* TestClock.adjust("59 seconds")
      expect(asking().slow).toBe(false)
      yield* TestClock.adjust("1 second")
      expect(asking().slow).toBe(true)
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      expect(state()._tag).toBe("Left")
    }),
  )

  it.effect("ends when the chain shows the payment, without a wallet response", () =>
    Effect.gen(function* () {
      const { answer, deps, entries, state, toast } = yield* asked()
      const shown = (tag: "Lost" | "Sent") =>
        SubscriptionRef.update(deps.ledger.entries, (all) =>
          all.map((one) => ({ ...one, state: { _tag: tag, hash } })),
        )
      yield* shown("Lost")
      yield* settle
      expect(state()._tag).toBe("Asking")
      yield* shown("Sent")
      yield* settle
      expect([state(), toast()]).toEqual([{ _tag: "Left", entry: entries()[0]?.id }, "flow.started"])
      // The late wallet response changes nothing.
      yield* TestClock.adjust("10 seconds")
      yield* answer({ _tag: "Sent", hash })
      yield* settle
      expect([state()._tag, toast()]).toEqual(["Left", null])
    }),
  )

  it.effect("returns to the review when the wallet declines, and can be retried", () =>
    Effect.gen(function* () {
      let outcome: SendOutcome = { _tag: "NotSent", error: declined }
      const { reason, reviewing, send, state, toast } = yield* reviewed({
        calls: { sendTransaction: () => Effect.sync(() => outcome) },
      })
      yield* send.confirm
      expect(reason()).toEqual({ _tag: "Wallet", error: declined })
      expect([reviewing().confirming, toast()]).toEqual([false, null])
      outcome = { _tag: "Sent", hash }
      yield* send.confirm
      expect(state()._tag).toBe("Left")
    }),
  )

  it.effect("leaves a Lost payment to the ledger, and reports no result", () =>
    Effect.gen(function* () {
      const { answer, entries, state, toast } = yield* asked()
      yield* answer({ _tag: "Unknown", hash: null, error: declined })
      yield* settle
      expect(state()).toEqual({ _tag: "Left", entry: entries()[0]?.id })
      expect(toast()).toBe(null)
    }),
  )

  it.effect(
    "ignores edits during the request, but allows back: a late approval is recorded and reported",
    () =>
      Effect.gen(function* () {
        const { answer, editing, entries, reason, send, state, toast } = yield* asked()
        yield* send.typeAmount("5")
        expect(state()._tag).toBe("Asking")
        yield* send.back
        expect(editing().form).toMatchObject({ amount: "1", recipient: "ann.eth" })
        // The same payment would be a duplicate.
        yield* send.review
        yield* send.confirm
        expect(reason()).toEqual({ _tag: "Duplicate", entry: entries()[0]?.id })
        yield* answer({ _tag: "Sent", hash })
        yield* settle
        expect(entries().map((entry) => entry.state)).toEqual([{ _tag: "Sent", hash }])
        expect([state()._tag, toast()]).toEqual(["Reviewing", "flow.startedLate"])
      }),
  )

  it.effect("reports no late decline", () =>
    Effect.gen(function* () {
      const { answer, editing, entries, send, toast } = yield* asked()
      yield* send.back
      yield* answer({ _tag: "NotSent", error: declined })
      yield* settle
      expect([editing().error, toast(), entries()[0]?.state._tag]).toEqual([null, null, "Declined"])
    }),
  )

  it.effect("sends no request when the user goes back before the wallet receives it", () =>
    Effect.gen(function* () {
      const gate = yield* Deferred.make<void>()
      const { asked, editing, entries, reviewing, send } = yield* reviewed({
        actions: { takeCheckpoint: () => Effect.as(Deferred.await(gate), {}) },
      })
      yield* Effect.forkChild(send.confirm, { startImmediately: true })
      yield* settle
      expect(reviewing().confirming).toBe(true)
      yield* send.back
      yield* Deferred.succeed(gate, undefined)
      yield* settle
      expect([asked, entries(), editing().error]).toEqual([[], [], null])
    }),
  )
})
