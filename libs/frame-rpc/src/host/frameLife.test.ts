import { describe, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { makeFakeChannel, makeFakeFrame } from "../testing/fakeFrame.ts"
import { ask, askReady, getLast, getReasonTag, openFake } from "../testing/openFake.ts"
import { openBridge } from "./openBridge.ts"

const signs = { method: "personal_sign", params: ["0x68", "0x1111111111111111111111111111111111111111"] }
const beats = (posted: readonly { readonly type: string }[]) =>
  posted.filter(({ type }) => type === "@w3m-app/PING" || type === "@w3m-app/GET_CHAIN_ID").length

describe("loading the frame", () => {
  it.effect("fails after 30 s without READY, and mounts again for the next request", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "GET_USER", undefined)
      yield* TestClock.adjust("29999 millis")
      expect(asking.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      const error = yield* Fiber.join(asking).pipe(Effect.flip)
      expect(error.message).toBe("Unable to load email login dependency")
      expect(fake.frame.counts).toEqual({ mounted: 1, reloaded: 0, removed: 1 })
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("idle")
      const { asking: again, wire } = yield* askReady(fake, "GET_CHAIN_ID", undefined)
      fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id: wire.id, payload: { chainId: 1 } })
      expect(yield* Fiber.join(again)).toEqual({ chainId: 1 })
      expect(fake.frame.counts.mounted).toBe(2)
      expect(fake.frame.listeners()).toBe(2)
    }),
  )

  for (const obstacle of ["csp", "coep"] as const)
    it.effect(`names the header ${obstacle} of the page that keeps the frame out`, () =>
      Effect.gen(function* () {
        const fake = yield* openFake
        const asking = yield* ask(fake, "GET_USER", undefined)
        fake.frame.obstacle.found = obstacle
        fake.frame.befall({ _tag: "Failed" })
        expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "NotLoaded", obstacle })
      }),
    )

  it.effect("fails 10 s after the document has loaded without READY", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "GET_USER", undefined)
      yield* TestClock.adjust("2 seconds")
      fake.frame.befall({ _tag: "Loaded" })
      yield* TestClock.adjust("9999 millis")
      expect(asking.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "NotLoaded" })
      expect(fake.frame.counts).toEqual({ mounted: 1, reloaded: 0, removed: 1 })
    }),
  )

  it.effect("waits at most 30 s, however late the document loads", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "GET_USER", undefined)
      yield* TestClock.adjust("25 seconds")
      fake.frame.befall({ _tag: "Loaded" })
      yield* TestClock.adjust("5 seconds")
      expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "NotLoaded" })
    }),
  )

  it.effect("keeps a frame whose document loads after READY", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const { asking, wire } = yield* askReady(fake, "GET_CHAIN_ID", undefined)
      fake.frame.befall({ _tag: "Loaded" })
      yield* TestClock.adjust("11 seconds")
      fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id: wire.id, payload: { chainId: 1 } })
      expect(yield* Fiber.join(asking)).toEqual({ chainId: 1 })
    }),
  )

  it.effect("fails at once when the frame or its host reports a failure", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "GET_USER", undefined)
      fake.frame.befall({ _tag: "Failed" })
      expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "NotLoaded" })

      for (const host of [
        () => Promise.reject(new Error("No code.")),
        () => Promise.resolve({ mount: () => Promise.reject(new Error("No place.")) }),
        () => {
          throw new Error("No word.")
        },
      ]) {
        const bridge = yield* openBridge({ host, url: "https://secure.example/sdk" })
        expect(yield* getReasonTag(bridge.ask("GET_USER", undefined))).toEqual({ _tag: "NotLoaded" })
        expect(yield* SubscriptionRef.get(bridge.state)).toBe("idle")
      }
    }),
  )

  it.effect("removes a frame that mounts after the timeout", () =>
    Effect.gen(function* () {
      const frame = makeFakeFrame()
      let arrive = () => {}
      const bridge = yield* openBridge({
        host: () =>
          new Promise((resolve) => {
            arrive = () => resolve(frame.host)
          }),
        url: "https://secure.example/sdk",
      })
      const asking = yield* bridge
        .ask("GET_USER", undefined)
        .pipe(Effect.forkChild({ startImmediately: true }))
      yield* Effect.promise(() => Promise.resolve())
      yield* TestClock.adjust("30 seconds")
      expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "NotLoaded" })
      const removed = new Promise<void>((resolve) => {
        frame.onRemove.tell = resolve
      })
      arrive()
      yield* Effect.promise(() => removed)
      expect(frame.counts).toEqual({ mounted: 1, reloaded: 0, removed: 1 })
      expect(frame.listeners()).toBe(0)
    }),
  )
})

describe("a frame that navigates", () => {
  it.effect("rejects posted requests with Gone, and sends nothing before the next READY", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const { asking } = yield* askReady(fake, "RPC_REQUEST", signs)
      fake.frame.befall({ _tag: "Navigated" })
      expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "Gone" })
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("loading")
      const next = yield* ask(fake, "SIGN_OUT", undefined)
      expect(getLast(fake.frame.posted).type).toBe("@w3m-app/GET_CHAIN_ID")
      fake.frame.ready()
      const { id, type } = getLast(fake.frame.posted)
      expect(type).toBe("@w3m-app/SIGN_OUT")
      fake.frame.say({ type: "@w3m-frame/SIGN_OUT_SUCCESS", id })
      expect(yield* Fiber.join(next)).toBeUndefined()
    }),
  )

  it.effect("pings the frame, which may have sent READY before the navigation was reported", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      yield* askReady(fake, "GET_USER", undefined)
      fake.frame.upgrade()
      fake.frame.befall({ _tag: "Navigated" })
      const { id, type } = getLast(fake.frame.overPort)
      expect(type).toBe("@w3m-app/PING")
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("loading")
      fake.frame.sayOverPort({ type: "@w3m-frame/PING_SUCCESS", id })
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("ready")
    }),
  )

  it.effect("fails with NotLoaded after 30 s without READY", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      yield* askReady(fake, "GET_USER", undefined)
      fake.frame.befall({ _tag: "Navigated" })
      fake.frame.befall({ _tag: "Navigated" })
      const next = yield* ask(fake, "GET_USER", undefined)
      yield* TestClock.adjust("30 seconds")
      expect(yield* getReasonTag(Fiber.join(next))).toEqual({ _tag: "NotLoaded" })
    }),
  )

  it.effect("aborts unsafe requests that were not posted to the previous document", () =>
    Effect.gen(function* () {
      for (const does of ["ready", "navigate"]) {
        const fake = yield* openFake
        const { wire } = yield* askReady(fake, "GET_CHAIN_ID", undefined)
        fake.frame.onPost.answer = ({ id, type }) => {
          if (type !== "@w3m-app/GET_CHAIN_ID") return
          fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id, payload: { chainId: 1 } })
        }
        fake.frame.onPost.answer(wire)
        // Enough requests that the next one is queued by the rate limit.
        for (let at = 1; at < 63; at += 1) yield* ask(fake, "GET_CHAIN_ID", undefined)
        const posted = yield* ask(fake, "RPC_REQUEST", signs)
        const sending = yield* ask(fake, "RPC_REQUEST", signs)
        const reading = yield* ask(fake, "IS_CONNECTED", undefined)
        const before = fake.frame.posted.length
        expect(fake.bridge.generation()).toBe(0)
        if (does === "ready") fake.frame.ready()
        else fake.frame.befall({ _tag: "Navigated" })
        expect(fake.bridge.generation()).toBe(1)
        expect(yield* getReasonTag(Fiber.join(posted))).toEqual({ _tag: "Gone" })
        expect(yield* getReasonTag(Fiber.join(sending))).toMatchObject({ _tag: "Aborted", reached: false })
        if (does === "navigate") fake.frame.ready()
        yield* TestClock.adjust("1 second")
        const types = fake.frame.posted.slice(before).map(({ type }) => type)
        expect(types).toContain("@w3m-app/IS_CONNECTED")
        expect(types).not.toContain("@w3m-app/RPC_REQUEST")
        expect(reading.pollUnsafe()).toBeUndefined()
      }
    }),
  )

  it.effect("rejects posted requests with Gone on a second READY, which means a new document", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const { asking, wire } = yield* askReady(fake, "RPC_REQUEST", signs)
      fake.frame.ready()
      expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "Gone" })
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("ready")
      fake.frame.say({ type: "@w3m-frame/RPC_REQUEST_SUCCESS", id: wire.id, payload: "0x" })
      expect(fake.bridge.dropped().stray).toBe(1)
    }),
  )
})

describe("a private port", () => {
  it.effect("becomes the only channel once it is offered", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "GET_CHAIN_ID", undefined)
      fake.frame.upgrade()
      expect(fake.frame.posted).toEqual([])
      const { id } = getLast(fake.frame.overPort)
      fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id, payload: { chainId: 666 } })
      expect(asking.pollUnsafe()).toBeUndefined()
      expect(fake.bridge.dropped().stray).toBe(1)
      fake.frame.sayOverPort({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id, payload: { chainId: 1 } })
      expect(yield* Fiber.join(asking)).toEqual({ chainId: 1 })
    }),
  )

  it.effect("counts only when READY announces exactly one port over the window", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      yield* ask(fake, "GET_CHAIN_ID", undefined)
      const [, unsaid] = makeFakeChannel()
      fake.frame.say({ type: "@w3m-frame/READY", payload: { version: "4" } }, [unsaid])
      fake.frame.say({ type: "@w3m-frame/READY", payload: { port: true } })
      fake.frame.say({ type: "@w3m-frame/READY", payload: { port: true } }, [...makeFakeChannel()])
      yield* ask(fake, "GET_CHAIN_ID", undefined)
      expect(fake.frame.posted).toHaveLength(2)
      fake.frame.upgrade()
      fake.frame.sayOverPort({ type: "@w3m-frame/READY", payload: {} })
      expect(fake.bridge.dropped().invalid).toBe(1)
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("ready")
    }),
  )

  it.effect("replaces and closes the previous port when offered again", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "GET_CHAIN_ID", undefined)
      const first = fake.frame.upgrade()
      const second = fake.frame.upgrade()
      expect([first.isClosed, second.isClosed]).toEqual([true, false])
      expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "Gone" })
      yield* fake.bridge.reload
      expect(second.isClosed).toBe(true)
    }),
  )
})

describe("the heartbeat", () => {
  it.effect("runs only while a request is open or the UI depends on the frame", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const { asking, wire } = yield* askReady(fake, "GET_USER", undefined)
      fake.frame.say({
        type: "@w3m-frame/GET_USER_SUCCESS",
        id: wire.id,
        payload: { address: "0x1", chainId: 1 },
      })
      yield* Fiber.join(asking)
      yield* TestClock.adjust("1 hour")
      expect(beats(fake.frame.posted)).toBe(0)
      yield* fake.bridge.watch(true)
      yield* TestClock.adjust("14999 millis")
      expect(beats(fake.frame.posted)).toBe(0)
      yield* TestClock.adjust("1 millis")
      expect(beats(fake.frame.posted)).toBe(1)
      yield* fake.bridge.watch(false)
      yield* TestClock.adjust("1 hour")
      expect(beats(fake.frame.posted)).toBe(1)
      expect(fake.frame.counts.reloaded).toBe(0)
    }),
  )

  it.effect("continues while each ping gets a response, GET_CHAIN_ID in the plain protocol", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const { asking } = yield* askReady(fake, "RPC_REQUEST", signs)
      fake.frame.onPost.answer = ({ id, type }) => {
        if (type !== "@w3m-app/GET_CHAIN_ID") return
        fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_ERROR", id, payload: { message: "no session" } })
      }
      yield* TestClock.adjust("10 minutes")
      expect(beats(fake.frame.posted)).toBe(40)
      expect(asking.pollUnsafe()).toBeUndefined()
      expect(fake.bridge.dropped()).toEqual({ foreign: 0, invalid: 0, stray: 0 })
    }),
  )

  it.effect("rejects open requests with Gone and reloads the frame after two missed pings", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "RPC_REQUEST", signs)
      fake.frame.upgrade()
      yield* TestClock.adjust("44999 millis")
      expect([beats(fake.frame.overPort), asking.pollUnsafe()]).toEqual([2, undefined])
      yield* TestClock.adjust("1 millis")
      expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "Gone" })
      expect(fake.frame.counts.reloaded).toBe(1)
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("loading")
    }),
  )

  const fail = Effect.fnUntraced(function* (answersReady: boolean) {
    const fake = yield* openFake
    const { asking } = yield* askReady(fake, "RPC_REQUEST", signs)
    yield* TestClock.adjust("45 seconds")
    expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "Gone" })
    for (const reloaded of [1, 2, 3]) {
      expect(fake.frame.counts.reloaded).toBe(reloaded)
      if (answersReady) fake.frame.ready()
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe(answersReady ? "ready" : "loading")
      yield* TestClock.adjust("30 seconds")
    }
    expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("unresponsive")
    expect(fake.frame.counts).toEqual({ mounted: 1, reloaded: 3, removed: 1 })
    return fake
  })

  it.effect("ends as unresponsive after three reloads without a response", () =>
    Effect.gen(function* () {
      yield* fail(false)
      const fake = yield* fail(true)
      // The next request mounts the frame again.
      const { asking, wire } = yield* askReady(fake, "GET_CHAIN_ID", undefined)
      fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id: wire.id, payload: { chainId: 1 } })
      expect(yield* Fiber.join(asking)).toEqual({ chainId: 1 })
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("ready")
    }),
  )

  it.effect("fails requests that wait for an unresponsive frame with Locked", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      yield* askReady(fake, "RPC_REQUEST", signs)
      yield* TestClock.adjust("45 seconds")
      const waiting = yield* ask(fake, "GET_USER", undefined)
      yield* TestClock.adjust("90 seconds")
      const error = yield* Fiber.join(waiting).pipe(Effect.flip)
      expect([error.reason._tag, error.message]).toEqual(["Locked", "Session locked"])
    }),
  )

  it.effect("allows three reloads again after a successful ping", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      yield* askReady(fake, "RPC_REQUEST", signs)
      for (let round = 1; round <= 5; round += 1) {
        yield* TestClock.adjust("45 seconds")
        expect(fake.frame.counts.reloaded).toBe(round)
        fake.frame.ready()
        // A reloaded frame is pinged at once.
        const { id, type } = getLast(fake.frame.posted)
        expect(type).toBe("@w3m-app/GET_CHAIN_ID")
        fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id, payload: { chainId: 1 } })
        yield* TestClock.adjust("1 minute")
        expect(fake.frame.counts.reloaded).toBe(round)
        yield* ask(fake, "RPC_REQUEST", signs)
      }
    }),
  )
})
