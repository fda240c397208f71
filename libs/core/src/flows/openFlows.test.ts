import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Exit, Fiber, Scope } from "effect"
import type { SendState } from "../send/Send.ts"
import { ledgerKey } from "../storage/PersistedState.ts"
import { makeEngineOver, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"

const getForm = (state: SendState) => (state._tag === "Left" ? null : state.form)

describe("openFlows", () => {
  it.effect("creates one set for concurrent callers, also when the first is interrupted", () =>
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

  it.effect("opens the flows automatically when the ledger has entries, and not otherwise", () =>
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

  it.effect("keeps the ledger when the wallet disconnects", () =>
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
      // The next connection must not see the draft of the previous one.
      yield* reach(send.state, (state) => getForm(state)?.amount === "")
      expect(getForm(SubscriptionRef.getUnsafe(send.state))).toMatchObject({ holding: null, recipient: "" })
      yield* reach(accounts.entries, ({ length }) => length === 0)
      expect(SubscriptionRef.getUnsafe(engine.account.state)).toBe(null)
      expect(SubscriptionRef.getUnsafe(ledger.entries)).toHaveLength(1)
      expect(storage.held.has(ledgerKey)).toBe(true)
    }),
  )

  it.effect("fails at once after the engine has ended", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const engine = yield* Scope.provide(makeEngineOver([]), scope)
      const opened = yield* Scope.provide(makeEngineOver([]), scope)
      yield* opened.flows
      yield* Scope.close(scope, Exit.void)
      expect((yield* Effect.flip(engine.flows)).reason._tag).toBe("Cancelled")
      expect((yield* Effect.flip(opened.flows)).reason._tag).toBe("Cancelled")
    }),
  )
})
