import { describe, expect, it } from "@effect/vitest"
import { ConnectorError, type SendOutcome } from "@wmodal/chains"
import { SubscriptionRef } from "@wmodal/protocol"
import { Deferred, Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  approvingCalls,
  makeEngineWith,
  makeTestChain,
  memoryStorage,
  reach,
  scriptedWallet,
} from "../testing/index.ts"

const to = "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045"
const hash = `0x${"5e".repeat(32)}`

/** A complete connected engine with the real flows. */
const connected = (sendTransaction = approvingCalls.sendTransaction) =>
  Effect.gen(function* () {
    const storage = memoryStorage()
    const { connector } = scriptedWallet({ calls: Effect.succeed({ ...approvingCalls, sendTransaction }) })
    const chain = makeTestChain([connector], {
      find: ({ sought }) =>
        Effect.succeed(
          sought.hash === null
            ? { _tag: "Missing" }
            : {
                _tag: "Mined",
                hash: sought.hash,
                succeeded: true,
                block: 1n,
                at: 0,
                fee: 21_000n,
                confirmations: 1,
              },
        ),
    })
    const engine = yield* makeEngineWith({ chains: [chain] }, { storage })
    yield* engine.ready
    yield* engine.connection.connectAndWait(connector.id)
    const { holdings, ledger, send } = yield* engine.flows
    yield* holdings.refresh
    return { engine, storage, ledger, send }
  })

describe("sending with a complete engine", () => {
  it.effect("types, reviews, confirms the stops, submits, and ends with the receipt", () =>
    Effect.gen(function* () {
      const { engine, ledger, send } = yield* connected()
      yield* send.begin()
      yield* send.typeAmount("0.5")
      yield* send.typeRecipient(to)
      yield* TestClock.adjust(600)
      yield* send.review
      const reviewing = SubscriptionRef.getUnsafe(send.state)
      if (reviewing._tag !== "Reviewing") throw new Error(JSON.stringify(reviewing._tag))
      expect(reviewing.review.stops.map(({ _tag }) => _tag)).toEqual(["FirstTime"])
      yield* send.acknowledge("FirstTime")
      yield* send.confirm
      const left = yield* reach(send.state, ({ _tag }) => _tag === "Left")
      if (left._tag !== "Left") throw new Error(left._tag)
      expect(SubscriptionRef.getUnsafe(engine.toasts.current)?.message.id).toBe("flow.started")
      yield* TestClock.adjust("10 seconds")
      const [entry] = yield* reach(ledger.entries, ([first]) => first?.state._tag === "Confirmed")
      expect(entry).toMatchObject({ id: left.entry, subject: { amount: 5n * 10n ** 17n }, state: { hash } })
    }),
  )

  it.effect("leaves nothing to track after a decline", () =>
    Effect.gen(function* () {
      const error = new ConnectorError({ connectorId: "io.scripted", reason: { _tag: "Declined" } })
      const { ledger, send } = yield* connected(() => Effect.succeed({ _tag: "NotSent", error }))
      const holding = yield* getHeld(send)
      const review = yield* send.prepare({
        holding,
        amount: 1n,
        to: { address: to, name: null, image: null },
      })
      const refusal = yield* Effect.flip(send.submit(review, ["FirstTime"]))
      expect(refusal.reason).toEqual({ _tag: "Wallet", error })
      expect(SubscriptionRef.getUnsafe(ledger.entries).map(({ state }) => state._tag)).toEqual(["Declined"])
    }),
  )

  it.effect("stores the entry before the wallet request, and refuses a duplicate", () =>
    Effect.gen(function* () {
      const answer = yield* Deferred.make<SendOutcome>()
      const stored: boolean[] = []
      const world = yield* connected(() =>
        Effect.suspend(() => {
          stored.push([...world.storage.held.values()].some((text) => text.includes(to)))
          return Deferred.await(answer)
        }),
      )
      const { ledger, send } = world
      const holding = yield* getHeld(send)
      const payment = { holding, amount: 1n, to: { address: to, name: null, image: null } }
      const review = yield* send.prepare(payment)
      yield* Effect.forkChild(send.submit(review, ["FirstTime"]), { startImmediately: true })
      const [entry] = yield* reach(ledger.entries, (all) => all.length > 0)
      expect(stored).toEqual([true])
      const again = yield* send.prepare(payment)
      expect((yield* Effect.flip(send.submit(again, ["FirstTime"]))).reason).toEqual({
        _tag: "Duplicate",
        entry: entry?.id,
      })
      yield* Deferred.succeed(answer, { _tag: "Sent", hash })
      yield* reach(ledger.entries, ([first]) => first?.state._tag !== "Asked")
      expect(stored.length).toBe(1)
    }),
  )
})

const getHeld = (send: Effect.Success<ReturnType<typeof connected>>["send"]) =>
  Effect.gen(function* () {
    yield* send.begin()
    const now = yield* reach(send.state, (state) => state._tag === "Editing" && state.form.holding !== null)
    if (now._tag !== "Editing" || now.form.holding === null) throw new Error(now._tag)
    return now.form.holding
  })
