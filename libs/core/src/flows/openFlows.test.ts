import { describe, expect, it } from "@effect/vitest"
import { Effect, Exit, Fiber, Scope, SubscriptionRef } from "effect"
import type { SendState } from "../send/Send.ts"
import { ledgerKey } from "../storage/PersistedState.ts"
import { makeEngineOver, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"

const getForm = (state: SendState) => (state._tag === "Left" ? null : state.form)

describe("the flows of an engine", () => {
  it.effect("are one set, however many ask at once, also if the first of them goes away", () =>
    Effect.gen(function* () {
      const engine = yield* makeEngineOver([])
      const first = yield* Effect.forkChild(engine.flows, { startImmediately: true })
      const others = yield* Effect.forkChild(
        Effect.all([engine.flows, engine.flows], { concurrency: "unbounded" }),
        { startImmediately: true },
      )
      yield* Fiber.interrupt(first)
      const [one, other] = yield* Fiber.join(others)
      expect(one).toBe(other)
      expect(yield* engine.flows).toBe(one)
      const apart = yield* makeEngineOver([])
      expect(yield* apart.flows).not.toBe(one)
    }),
  )

  it.effect("come by themselves where something was asked for earlier, and stay away else", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet()
      const storage = memoryStorage()
      let reads = 0
      const counted = {
        ...storage,
        get: (key: string) => {
          if (key === ledgerKey) reads++
          return storage.get(key)
        },
      }
      const first = yield* makeEngineOver([connector], { storage: counted })
      yield* first.ready
      yield* first.connection.connectAndWait(connector.id)
      yield* reach(first.account.state, (state) => state?.balance._tag === "Loaded")
      expect(reads).toBe(1)
      yield* (yield* first.flows).signing.signMessage("hi", [])
      reads = 0
      const second = yield* makeEngineOver([connector], { storage: counted })
      yield* second.ready
      yield* reach(second.account.state, (state) => state?.balance._tag === "Loaded")
      const { ledger } = yield* second.flows
      expect(SubscriptionRef.getUnsafe(ledger.entries)).toHaveLength(1)
    }),
  )

  it.effect("keep what was asked for when the wallet is disconnected", () =>
    Effect.gen(function* () {
      const { connector } = scriptedWallet()
      const storage = memoryStorage()
      const engine = yield* makeEngineOver([connector], { storage })
      yield* engine.ready
      yield* engine.connection.connectAndWait(connector.id)
      const { accounts, ledger, send, signing } = yield* engine.flows
      yield* signing.signMessage("hi", [])
      yield* send.begin()
      yield* send.typeAmount("1.5")
      yield* send.typeRecipient("vera.eth")
      expect(getForm(SubscriptionRef.getUnsafe(send.state))).toMatchObject({ amount: "1.5" })
      yield* engine.connection.disconnect("eip155")
      // Of a payment in the making nothing is left for whoever connects next.
      yield* reach(send.state, (state) => getForm(state)?.amount === "")
      expect(getForm(SubscriptionRef.getUnsafe(send.state))).toMatchObject({ holding: null, recipient: "" })
      yield* reach(accounts.entries, ({ length }) => length === 0)
      expect(SubscriptionRef.getUnsafe(engine.account.state)).toBe(null)
      expect(SubscriptionRef.getUnsafe(ledger.entries)).toHaveLength(1)
      expect(storage.held.has(ledgerKey)).toBe(true)
    }),
  )

  it.effect("are not waited for in vain once the engine has ended", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const engine = yield* Scope.provide(makeEngineOver([]), scope)
      yield* Scope.close(scope, Exit.void)
      expect((yield* Effect.flip(engine.flows)).reason._tag).toBe("Cancelled")
    }),
  )
})
