import { describe, it } from "@effect/vitest"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { expect } from "vitest"
import { ask, askReady, getLast, getReasonTag, openFake } from "../testing/openFake.ts"

const signs = { method: "personal_sign", params: ["0x68", "0x1111111111111111111111111111111111111111"] }
const reads = { method: "eth_call", params: [{}, "latest"] }
const hash = `0x${"a".repeat(64)}`

describe("ask", () => {
  it.effect("waits for READY, then posts the request with a random id of 128 bits", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("idle")
      const asking = yield* ask(fake, "SWITCH_NETWORK", { chainId: "eip155:5" })
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("loading")
      expect(fake.frame.posted).toEqual([])
      fake.frame.ready()
      expect(yield* SubscriptionRef.get(fake.bridge.state)).toBe("ready")
      const { id } = getLast(fake.frame.posted)
      expect(id).toMatch(/^[0-9a-f]{32}$/)
      expect(fake.frame.posted).toEqual([
        { type: "@w3m-app/SWITCH_NETWORK", id, payload: { chainId: "eip155:5" } },
      ])
      fake.frame.say({ type: "@w3m-frame/SWITCH_NETWORK_SUCCESS", id, payload: { chainId: 5, more: 1 } })
      expect(yield* Fiber.join(asking)).toEqual({ chainId: 5 })
    }),
  )

  it.effect("sends only the fields of the request's schema", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const wide = { chainId: 1, more: "dropped" }
      expect((yield* askReady(fake, "GET_USER", wide)).wire.payload).toEqual({ chainId: 1 })
      expect((yield* askReady(fake, "SIGN_OUT", undefined)).wire).not.toHaveProperty("payload")
    }),
  )

  it.effect("mounts one frame for concurrent first requests", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      yield* ask(fake, "GET_CHAIN_ID", undefined)
      yield* ask(fake, "IS_CONNECTED", undefined)
      fake.frame.ready()
      yield* ask(fake, "SIGN_OUT", undefined)
      expect(fake.frame.counts.mounted).toBe(1)
      expect(fake.frame.posted.map(({ type }) => type)).toEqual([
        "@w3m-app/GET_CHAIN_ID",
        "@w3m-app/IS_CONNECTED",
        "@w3m-app/SIGN_OUT",
      ])
    }),
  )

  it.effect("settles with the first reply of the same name and id, and no other", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const { asking, wire } = yield* askReady(fake, "GET_CHAIN_ID", undefined)
      const say = (type: string, id: string | undefined, payload: unknown) =>
        fake.frame.say({ type: `@w3m-frame/${type}`, ...(id !== undefined && { id }), payload })
      say("GET_CHAIN_ID_SUCCESS", undefined, { chainId: 9 })
      say("GET_CHAIN_ID_SUCCESS", "0".repeat(32), { chainId: 9 })
      say("SWITCH_NETWORK_SUCCESS", wire.id, { chainId: 9 })
      say("SIGN_OUT_ERROR", wire.id, { message: "no" })
      expect(fake.bridge.dropped()).toEqual({ foreign: 0, invalid: 0, stray: 4 })
      say("GET_CHAIN_ID_SUCCESS", wire.id, { chainId: [] })
      say("GET_CHAIN_ID_SUCCESS", wire.id, undefined)
      say("GET_CHAIN_ID_ERROR", wire.id, "no")
      say("GET_CHAIN_ID_DONE", wire.id, { chainId: 9 })
      expect(fake.bridge.dropped()).toEqual({ foreign: 0, invalid: 4, stray: 4 })
      say("GET_CHAIN_ID_SUCCESS", wire.id, { chainId: 5 })
      say("GET_CHAIN_ID_SUCCESS", wire.id, { chainId: 6 })
      say("GET_CHAIN_ID_ERROR", wire.id, { message: "late" })
      expect(yield* Fiber.join(asking)).toEqual({ chainId: 5 })
      expect(fake.bridge.dropped()).toEqual({ foreign: 0, invalid: 4, stray: 6 })
    }),
  )

  it.effect("ignores a reply that arrives before the request is posted", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "GET_CHAIN_ID", undefined)
      fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", payload: { chainId: 5 } })
      expect(asking.pollUnsafe()).toBeUndefined()
      expect(fake.bridge.dropped().stray).toBe(1)
    }),
  )

  it.effect("fails with the frame's message, sanitized and bounded, or with a default text", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const said = (payload: unknown) =>
        Effect.gen(function* () {
          const { asking, wire } = yield* askReady(fake, "CONNECT_OTP", { otp: "123456" })
          fake.frame.say({ type: "@w3m-frame/CONNECT_OTP_ERROR", id: wire.id, payload })
          return (yield* Fiber.join(asking).pipe(Effect.flip)).message
        })
      expect(yield* said({ message: "Invalid code" })).toBe("Invalid code")
      expect(yield* said({ message: "a\u202eb\n\nc" })).toBe("ab c")
      expect(yield* said({ message: "x".repeat(5000) })).toBe("x".repeat(300))
      expect(yield* said({ message: "" })).toBe("An error occurred")
      expect(yield* said({})).toBe("An error occurred")
      expect(yield* said(undefined)).toBe("An error occurred")
    }),
  )

  it.effect("rejects unlisted methods and invalid payloads without sending them", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const notAsked = (payload: { readonly method: string; readonly params?: unknown }) =>
        fake.bridge.ask("RPC_REQUEST", payload).pipe(Effect.flip)
      const refused = yield* notAsked({ method: "eth_sign", params: [] })
      expect(refused.message).toBe("Requested RPC call is not allowed")
      expect(refused.reason).toEqual({ _tag: "NotAllowed", method: "eth_sign" })
      const invalid = [
        yield* notAsked({ method: "eth_call" }),
        yield* notAsked({ method: "wallet_sendCalls", params: [{ calls: [{ to: "1234" }] }] }),
        yield* notAsked({ method: "eth_call", params: [() => 1] }),
        yield* notAsked({ method: "eth_call", params: [JSON.parse('{"__proto__":{}}')] }),
        yield* notAsked({ method: "eth_call", params: ["x".repeat(256 * 1024)] }),
      ]
      expect(invalid.map(({ reason }) => reason)).toEqual([
        { _tag: "Invalid", what: "of another form" },
        { _tag: "Invalid", what: "of another form" },
        { _tag: "Invalid", what: "not JSON" },
        { _tag: "Invalid", what: "a forbidden name" },
        { _tag: "Invalid", what: "too large" },
      ])
      expect(invalid[0]?.message).toBe("An error occurred")
      expect(fake.frame.counts.mounted).toBe(0)
    }),
  )

  it.effect("rejects more than 64 concurrent requests", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      for (let at = 0; at < 64; at += 1) yield* ask(fake, "GET_CHAIN_ID", undefined)
      expect(yield* getReasonTag(fake.bridge.ask("GET_CHAIN_ID", undefined))).toEqual({
        _tag: "Invalid",
        what: "too many at once",
      })
      fake.frame.ready()
      fake.frame.say({
        type: "@w3m-frame/GET_CHAIN_ID_SUCCESS",
        id: getLast(fake.frame.posted).id,
        payload: { chainId: 1 },
      })
      const next = yield* ask(fake, "GET_CHAIN_ID", undefined)
      expect(next.pollUnsafe()).toBeUndefined()
    }),
  )

  it.effect("delays requests above 50 per second", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      fake.frame.onPost.answer = ({ id, type }) => {
        if (type.startsWith("@w3m-app/")) {
          fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id, payload: { chainId: 1 } })
        }
      }
      yield* ask(fake, "GET_CHAIN_ID", undefined)
      fake.frame.ready()
      for (let at = 1; at < 100; at += 1) yield* ask(fake, "GET_CHAIN_ID", undefined)
      expect(fake.frame.posted).toHaveLength(64)
      yield* TestClock.adjust("100 millis")
      expect(fake.frame.posted).toHaveLength(69)
      yield* TestClock.adjust("620 millis")
      expect(fake.frame.posted).toHaveLength(100)
    }),
  )

  it.effect("fails with NoFrame when the window is gone, and reloads the frame for the next request", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const { asking } = yield* askReady(fake, "GET_CHAIN_ID", undefined)
      fake.frame.goAway()
      const error = yield* fake.bridge.ask("GET_CHAIN_ID", undefined).pipe(Effect.flip)
      expect(error.message).toBe("W3mFrame: iframe is not set")
      expect((yield* Effect.flip(Fiber.join(asking))).reason._tag).toBe("Gone")
      expect(fake.frame.counts).toEqual({ mounted: 1, reloaded: 1, removed: 0 })
      const next = yield* ask(fake, "GET_CHAIN_ID", undefined)
      expect(fake.frame.posted).toHaveLength(1)
      fake.frame.ready()
      const { id } = getLast(fake.frame.posted)
      fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id, payload: { chainId: 1 } })
      expect(yield* Fiber.join(next)).toEqual({ chainId: 1 })
    }),
  )
})

describe("the timeout of 30 s", () => {
  it.effect.each([
    ["CONNECT_EMAIL", { email: "a@b.co" }],
    ["CONNECT_DEVICE", undefined],
    ["CONNECT_OTP", { otp: "123456" }],
    ["CONNECT_SOCIAL", { uri: "https://a.example" }],
    ["GET_SOCIAL_REDIRECT_URI", { provider: "x" }],
  ] as const)("applies to %s, from READY on", ([name, payload]) =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask<typeof name>(fake, name, payload)
      yield* TestClock.adjust("29 seconds")
      fake.frame.ready()
      yield* TestClock.adjust("29999 millis")
      expect(asking.pollUnsafe()).toBeUndefined()
      // The message keeps the heartbeat alive in the meantime.
      fake.frame.say({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: "t" } })
      yield* TestClock.adjust("1 millis")
      const error = yield* Fiber.join(asking).pipe(Effect.flip)
      expect([error.reason._tag, error.message]).toEqual(["TimedOut", "Something went wrong"])
      fake.frame.say({ type: `@w3m-frame/${name}_SUCCESS`, id: getLast(fake.frame.posted).id })
      expect(fake.bridge.dropped().stray).toBe(1)
    }),
  )

  it.effect("spares the wait for the link in an email over a private port", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "CONNECT_DEVICE", undefined)
      const timed = yield* ask(fake, "CONNECT_OTP", { otp: "123456" })
      fake.frame.upgrade()
      yield* TestClock.adjust("30 seconds")
      expect(yield* getReasonTag(Fiber.join(timed))).toEqual({ _tag: "TimedOut" })
      expect(asking.pollUnsafe()).toBeUndefined()
    }),
  )

  it.effect("spares requests that need a user's decision", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      fake.frame.onPost.answer = ({ id, type }) => {
        if (type === "@w3m-app/GET_CHAIN_ID") {
          fake.frame.say({ type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id, payload: { chainId: 1 } })
        }
      }
      const signing = yield* askReady(fake, "RPC_REQUEST", signs)
      const farcaster = yield* ask(fake, "CONNECT_FARCASTER", undefined)
      yield* TestClock.adjust("1 hour")
      expect([signing.asking.pollUnsafe(), farcaster.pollUnsafe()]).toEqual([undefined, undefined])
    }),
  )
})

describe("aborting requests", () => {
  it.effect("aborts unsafe requests with 'Request was aborted', and no others", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const signing = yield* askReady(fake, "RPC_REQUEST", signs)
      const reading = yield* ask(fake, "RPC_REQUEST", reads)
      const user = yield* ask(fake, "GET_USER", undefined)
      yield* fake.bridge.rejectRequests
      const error = yield* Fiber.join(signing.asking).pipe(Effect.flip)
      expect(error.reason).toEqual({ _tag: "Aborted", text: "Request was aborted", reached: true })
      // The plain protocol has no abort message, and a frame that keeps showing the request could get approval for it
      // in place of the next one.
      expect(fake.frame.posted).toHaveLength(3)
      expect(fake.frame.counts.reloaded).toBe(1)
      for (const asking of [reading, user])
        expect(yield* getReasonTag(Fiber.join(asking))).toEqual({ _tag: "Gone" })
      const next = yield* ask(fake, "RPC_REQUEST", signs)
      expect(fake.frame.posted).toHaveLength(3)
      fake.frame.ready()
      expect(fake.frame.posted).toHaveLength(4)
      expect(next.pollUnsafe()).toBeUndefined()
      // No aborted request was posted, so none is shown.
      yield* fake.bridge.rejectRequests
      yield* fake.bridge.rejectRequests
      expect(fake.frame.counts.reloaded).toBe(2)
    }),
  )

  it.effect("reports reached: false for a request that was never posted", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "RPC_REQUEST", signs)
      yield* fake.bridge.rejectRequests
      expect(yield* getReasonTag(Fiber.join(asking))).toMatchObject({ _tag: "Aborted", reached: false })
      fake.frame.ready()
      expect(fake.frame.posted).toEqual([])
    }),
  )

  const upgraded = Effect.gen(function* () {
    const fake = yield* openFake
    const asking = yield* ask(fake, "RPC_REQUEST", signs)
    fake.frame.upgrade()
    const { id } = getLast(fake.frame.overPort)
    yield* fake.bridge.rejectRequests
    yield* fake.bridge.rejectRequests
    expect(fake.frame.overPort.slice(1)).toEqual([{ type: "@w3m-app/ABORT", payload: { id } }])
    expect(asking.pollUnsafe()).toBeUndefined()
    return { ...fake, asking, id }
  })

  it.effect("reports reached: false over a port when the frame confirms the abort", () =>
    Effect.gen(function* () {
      const { asking, frame, id } = yield* upgraded
      frame.sayOverPort({
        type: "@w3m-frame/RPC_REQUEST_ERROR",
        id,
        payload: { message: "Request was aborted" },
      })
      expect(yield* getReasonTag(Fiber.join(asking))).toMatchObject({ _tag: "Aborted", reached: false })
    }),
  )

  it.effect("returns the result over a port when the call was already executed", () =>
    Effect.gen(function* () {
      const { asking, frame, id } = yield* upgraded
      frame.sayOverPort({ type: "@w3m-frame/RPC_REQUEST_SUCCESS", id, payload: hash })
      expect(yield* Fiber.join(asking)).toBe(hash)
    }),
  )

  it.effect("reports reached: true over a port when the frame does not respond within 2 s", () =>
    Effect.gen(function* () {
      const { asking } = yield* upgraded
      yield* TestClock.adjust("1999 millis")
      expect(asking.pollUnsafe()).toBeUndefined()
      yield* TestClock.adjust("1 millis")
      expect(yield* getReasonTag(Fiber.join(asking))).toMatchObject({ _tag: "Aborted", reached: true })
    }),
  )

  it.effect("sends ABORT when the caller is interrupted, and ignores the outcome", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const asking = yield* ask(fake, "RPC_REQUEST", signs)
      fake.frame.upgrade()
      const { id } = getLast(fake.frame.overPort)
      yield* Fiber.interrupt(asking)
      expect(getLast(fake.frame.overPort)).toEqual({ type: "@w3m-app/ABORT", payload: { id } })
      fake.frame.sayOverPort({ type: "@w3m-frame/RPC_REQUEST_SUCCESS", id, payload: hash })
      expect(fake.bridge.dropped().stray).toBe(1)
    }),
  )

  it.effect("aborts all requests on reload, and never settles GET_FARCASTER_URI", () =>
    Effect.gen(function* () {
      const fake = yield* openFake
      const uri = yield* ask(fake, "GET_FARCASTER_URI", undefined)
      const signing = yield* ask(fake, "RPC_REQUEST", signs)
      const { asking: farcaster } = yield* askReady(fake, "CONNECT_FARCASTER", undefined)
      yield* fake.bridge.reload
      const error = yield* Fiber.join(farcaster).pipe(Effect.flip)
      expect(error.reason).toEqual({ _tag: "Aborted", text: "Something went wrong", reached: true })
      expect((yield* Fiber.join(signing).pipe(Effect.flip)).message).toBe("Request was aborted")
      yield* TestClock.adjust("1 hour")
      expect(uri.pollUnsafe()).toBeUndefined()
      yield* Fiber.interrupt(uri)
    }),
  )

  it.effect("aborts all requests and removes the frame when the bridge closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const fake = yield* Scope.provide(openFake, scope)
      const uri = yield* ask(fake, "GET_FARCASTER_URI", undefined)
      const { asking } = yield* askReady(fake, "CONNECT_OTP", { otp: "123456" })
      yield* Scope.close(scope, yield* Effect.exit(Effect.void))
      expect((yield* Fiber.join(asking).pipe(Effect.flip)).message).toBe("Something went wrong")
      expect(uri.pollUnsafe()).toBeUndefined()
      expect(fake.frame.listeners()).toBe(0)
      expect(fake.frame.counts).toEqual({ mounted: 1, reloaded: 0, removed: 1 })
      const error = yield* fake.bridge.ask("GET_CHAIN_ID", undefined).pipe(Effect.flip)
      expect([error.reason._tag, error.message]).toEqual(["NoFrame", "W3mFrame: iframe is not set"])
      yield* Fiber.interrupt(uri)
    }),
  )
})

it.effect("emits valid unsolicited messages as pushes", () =>
  Effect.gen(function* () {
    const fake = yield* openFake
    const hearing = yield* Stream.runHead(fake.bridge.pushes).pipe(
      Effect.forkChild({ startImmediately: true }),
    )
    yield* askReady(fake, "GET_CHAIN_ID", undefined)
    fake.frame.say({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: 5 } })
    fake.frame.say({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: "new" } })
    expect(yield* Fiber.join(hearing)).toMatchObject({ value: { _tag: "SessionUpdate", token: "new" } })
    expect(fake.bridge.dropped().invalid).toBe(1)
  }),
)
