import { describe, expect, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { makeEngineWith, makeTestChain, memoryStorage } from "../testing/makeEngineOver.ts"
import { reach } from "../testing/reach.ts"
import { scriptedWallet } from "../testing/scriptedWallet.ts"

/** Makes an engine that loads the code of connections on demand, and the requests that its wallet has received. */
const makeLateEngine = (storage = memoryStorage()) =>
  Effect.gen(function* () {
    let prompts = 0
    const { connector } = scriptedWallet()
    const counted = {
      ...connector,
      connect: (request: Parameters<typeof connector.connect>[0]) =>
        Effect.suspend(() => {
          prompts += 1
          return connector.connect(request)
        }),
    }
    const engine = yield* makeEngineWith(
      { chains: [makeTestChain([counted])] },
      { storage, connection: undefined },
    )
    yield* reach(engine.connectors.all, (all) => all.length > 0)
    const tag = () => SubscriptionRef.getUnsafe(engine.connection.state).eip155?._tag
    return { engine, id: connector.id, tag, prompts: () => prompts, storage }
  })

describe("makeConnection without its late code", () => {
  it.live("shows an attempt at once, and connects when the code has loaded", () =>
    Effect.gen(function* () {
      const { engine, id, tag, prompts } = yield* makeLateEngine()
      expect(tag()).toBe("Disconnected")
      yield* Effect.forkChild(engine.connection.connect(id), { startImmediately: true })
      expect([tag(), prompts()]).toEqual(["Connecting", 0])
      yield* reach(engine.connection.state, ({ eip155 }) => eip155?._tag === "Connected")
      expect(prompts()).toBe(1)
    }),
  )

  it.live("asks the wallet for nothing when the attempt was cancelled while loading", () =>
    Effect.gen(function* () {
      const { engine, id, tag, prompts } = yield* makeLateEngine()
      const first = yield* Effect.forkChild(engine.connection.connect(id), { startImmediately: true })
      yield* engine.connection.cancel()
      expect(tag()).toBe("Disconnected")
      yield* Fiber.await(first)
      expect([tag(), prompts()]).toEqual(["Disconnected", 0])
      yield* engine.connection.connectAndWait(id)
      expect([tag(), prompts()]).toEqual(["Connected", 1])
    }),
  )

  it.live("disconnects nothing, and loads nothing for that", () =>
    Effect.gen(function* () {
      const { engine, tag } = yield* makeLateEngine()
      yield* engine.connection.disconnect()
      yield* engine.connection.dismissLate
      yield* engine.connection.acceptLate
      expect(tag()).toBe("Disconnected")
    }),
  )

  it.live("restores the session of an earlier visit", () =>
    Effect.gen(function* () {
      const before = yield* makeLateEngine()
      yield* before.engine.connection.connectAndWait(before.id)
      const { engine, tag, prompts } = yield* makeLateEngine(before.storage)
      yield* engine.ready
      expect([tag(), prompts()]).toEqual(["Connected", 0])
    }),
  )
})
