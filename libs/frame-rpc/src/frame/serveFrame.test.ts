import { describe, it } from "@effect/vitest"
import { Deferred, Effect, Exit, Scope } from "effect"
import fc from "fast-check"
import { expect } from "vitest"
import { makePortLink } from "../link/makePortLink.ts"
import type { WireMessage } from "../testing/fakeFrame.ts"
import { serveFake } from "../testing/fakeParent.ts"
import { FrameRefusal } from "./FrameServer.ts"

const ready = { type: "@w3m-frame/READY", payload: { version: "4", port: true } }
const signs = { method: "personal_sign", params: ["0x68", "0x1"] }

/** The app's end of the port that a frame offers. */
const overPort = (port: MessagePort | undefined) => {
  if (port === undefined) throw new Error("No port was offered.")
  const link = makePortLink(port)
  return {
    post: link.post,
    next: () =>
      Effect.promise(
        () =>
          new Promise<unknown>((resolve) => {
            const stop = link.listen(({ data }) => {
              stop()
              resolve(data)
            })
          }),
      ),
    close: () => port.close(),
  }
}

describe("serveFrame", () => {
  it.effect(
    "sends READY first, with a port, and responds over the window when the app does not use the port",
    () =>
      Effect.gen(function* () {
        const { port, posted, say, side } = yield* serveFake({
          GET_USER: (payload) => Effect.succeed({ address: "0x1", chainId: payload?.chainId ?? 0 }),
          SIGN_OUT: () => Effect.succeed(undefined),
        })
        expect([posted, port]).toEqual([[ready], expect.any(MessagePort)])
        say({ type: "@w3m-app/GET_USER", id: "x7k2p", payload: { chainId: 5, more: 1 } })
        say({ type: "@w3m-app/GET_USER" })
        say({ type: "@w3m-app/SIGN_OUT", id: "x7k2q", payload: "dropped" })
        expect(posted.slice(1)).toEqual([
          { type: "@w3m-frame/GET_USER_SUCCESS", id: "x7k2p", payload: { address: "0x1", chainId: 5 } },
          { type: "@w3m-frame/GET_USER_SUCCESS", payload: { address: "0x1", chainId: 0 } },
          { type: "@w3m-frame/SIGN_OUT_SUCCESS", id: "x7k2q" },
        ])
        expect(side.dropped()).toEqual({ foreign: 7, invalid: 0, stray: 0 })
      }),
  )

  it.effect("responds with an error message when a handler fails or its result is invalid", () =>
    Effect.gen(function* () {
      const { posted, say } = yield* serveFake({
        CONNECT_OTP: () => Effect.fail(new FrameRefusal({ text: "Invalid code" })),
        SIGN_OUT: () => Effect.die(new Error("secret")),
        RELOAD: () => {
          throw new Error("secret")
        },
        GET_CHAIN_ID: () => Effect.succeed({ chainId: "x".repeat(101) }),
        RPC_REQUEST: () => Effect.succeed("x".repeat(256 * 1024)),
      })
      say({ type: "@w3m-app/CONNECT_OTP", id: "1", payload: { otp: "000000" } })
      say({ type: "@w3m-app/SIGN_OUT", id: "2" })
      say({ type: "@w3m-app/RELOAD", id: "3" })
      say({ type: "@w3m-app/GET_CHAIN_ID", id: "4" })
      say({ type: "@w3m-app/RPC_REQUEST", id: "5", payload: { method: "eth_blockNumber" } })
      say({ type: "@w3m-app/RPC_REQUEST", id: "6", payload: { method: "eth_sign", params: [] } })
      expect(posted.slice(1).map(({ id, payload, type }) => [id, type, payload])).toEqual([
        ["1", "@w3m-frame/CONNECT_OTP_ERROR", { message: "Invalid code" }],
        ["2", "@w3m-frame/SIGN_OUT_ERROR", { message: "An error occurred" }],
        ["3", "@w3m-frame/RELOAD_ERROR", { message: "An error occurred" }],
        ["4", "@w3m-frame/GET_CHAIN_ID_ERROR", { message: "An error occurred" }],
        ["5", "@w3m-frame/RPC_REQUEST_ERROR", { message: "An error occurred" }],
        ["6", "@w3m-frame/RPC_REQUEST_ERROR", { message: "Requested RPC call is not allowed" }],
      ])
    }),
  )

  it.effect("passes a call's policy to the wallet, and hides unlisted methods from it", () =>
    Effect.gen(function* () {
      const asked: unknown[] = []
      const { say } = yield* serveFake({
        RPC_REQUEST: (request) => Effect.sync(() => void asked.push(request)),
      })
      say({ type: "@w3m-app/RPC_REQUEST", id: "1", payload: { method: "eth_accounts", params: [1] } })
      say({ type: "@w3m-app/RPC_REQUEST", id: "2", payload: signs })
      say({ type: "@w3m-app/RPC_REQUEST", id: "3", payload: { method: "eth_sign", params: [] } })
      expect(asked).toEqual([
        { method: "eth_accounts", policy: "safe" },
        { ...signs, policy: "unsafe" },
      ])
    }),
  )

  it.effect("drops and counts invalid messages and repeated requests", () =>
    Effect.gen(function* () {
      const { posted, say, side } = yield* serveFake({ GET_CHAIN_ID: () => Effect.succeed({ chainId: 1 }) })
      for (const data of [
        undefined,
        "GET_CHAIN_ID",
        {},
        { type: "GET_CHAIN_ID", id: "1" },
        { type: "@w3m-app/GET_CHAIN", id: "1" },
        { type: "x@w3m-app/GET_CHAIN_ID", id: "1" },
        { type: "@w3m-frame/GET_CHAIN_ID_SUCCESS", id: "1" },
        { type: "@w3m-app/CONNECT_EMAIL", id: "1", payload: { email: "nobody" } },
        { type: "@w3m-app/RPC_REQUEST", id: "1", payload: { method: "personal_sign" } },
        { type: "@w3m-app/GET_CHAIN_ID", id: "1", payload: JSON.parse('{"a":{"__proto__":1}}') },
        { type: "@w3m-app/GET_CHAIN_ID", id: "1", payload: "x".repeat(256 * 1024) },
        // Valid over the port only.
        { type: "@w3m-app/PING", id: "1" },
        { type: "@w3m-app/ABORT", payload: { id: "1" } },
      ]) {
        say(data)
      }
      expect([posted.length, side.dropped().invalid]).toEqual([1, 13])
      say({ type: "@w3m-app/GET_CHAIN_ID", id: "1" })
      say({ type: "@w3m-app/GET_CHAIN_ID", id: "1" })
      expect([posted.length, side.dropped()]).toEqual([2, { foreign: 7, invalid: 13, stray: 1 }])
    }),
  )

  it.effect("accepts at most 64 concurrent requests, then 50 per second", () =>
    Effect.gen(function* () {
      const { say, side } = yield* serveFake({ CONNECT_DEVICE: () => Effect.never })
      for (let at = 0; at < 65; at += 1) say({ type: "@w3m-app/CONNECT_DEVICE", id: `${at}` })
      expect(side.dropped().invalid).toBe(1)
      const busy = yield* serveFake({ SIGN_OUT: () => Effect.succeed(undefined) })
      for (let at = 0; at < 100; at += 1) busy.say({ type: "@w3m-app/SIGN_OUT", id: `${at}` })
      expect([busy.posted.length, busy.side.dropped().invalid]).toEqual([65, 36])
    }),
  )

  it.effect("pushes SESSION_UPDATE to the app", () =>
    Effect.gen(function* () {
      const { posted, side } = yield* serveFake({})
      yield* side.push("SESSION_UPDATE", { token: "t" })
      expect(posted[1]).toEqual({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: "t" } })
    }),
  )

  it.effect("stops sending and receiving when its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const given = yield* Deferred.make<void>()
      const { listeners, posted, say } = yield* serveFake({
        CONNECT_DEVICE: () =>
          Effect.never.pipe(
            Effect.interruptible,
            Effect.onInterrupt(() => Deferred.succeed(given, undefined)),
          ),
      }).pipe(Scope.provide(scope))
      say({ type: "@w3m-app/CONNECT_DEVICE", id: "1" })
      yield* Scope.close(scope, Exit.void)
      yield* Deferred.await(given)
      expect([listeners(), posted.length]).toEqual([0, 1])
    }),
  )
})

describe("serveFrame over the private port", () => {
  it.live("moves all traffic to the port with its first message, and ignores the window", () =>
    Effect.gen(function* () {
      const { listeners, port, posted, say, side } = yield* serveFake({
        GET_CHAIN_ID: () => Effect.succeed({ chainId: 1 }),
      })
      const page = overPort(port)
      page.post({ type: "@w3m-app/PING", id: "p" })
      expect(yield* page.next()).toEqual({ type: "@w3m-frame/PING_SUCCESS", id: "p" })
      say({ type: "@w3m-app/GET_CHAIN_ID", id: "1" })
      page.post({ type: "@w3m-app/GET_CHAIN_ID", id: "2" })
      expect(yield* page.next()).toEqual({
        type: "@w3m-frame/GET_CHAIN_ID_SUCCESS",
        id: "2",
        payload: { chainId: 1 },
      })
      yield* side.push("SESSION_UPDATE", { token: "t" })
      expect(yield* page.next()).toEqual({ type: "@w3m-frame/SESSION_UPDATE", payload: { token: "t" } })
      expect([listeners(), posted]).toEqual([0, [ready]])
      page.close()
    }),
  )

  it.live("aborts a call before approval, and completes it after", () =>
    Effect.gen(function* () {
      const asked = yield* Deferred.make<void>()
      const signed = yield* Deferred.make<void>()
      const { port } = yield* serveFake({
        RPC_REQUEST: ({ method }) =>
          method === "personal_sign"
            ? Effect.interruptible(Effect.never)
            : Deferred.succeed(asked, undefined).pipe(
                Effect.andThen(Deferred.await(signed)),
                Effect.as("0xhash"),
              ),
      })
      const page = overPort(port)
      page.post({ type: "@w3m-app/RPC_REQUEST", id: "1", payload: signs })
      page.post({ type: "@w3m-app/ABORT", payload: { id: "1" } })
      expect(yield* page.next()).toEqual({
        type: "@w3m-frame/RPC_REQUEST_ERROR",
        id: "1",
        payload: { message: "Request was aborted" },
      })
      page.post({
        type: "@w3m-app/RPC_REQUEST",
        id: "2",
        payload: { method: "eth_sendTransaction", params: [{}] },
      })
      yield* Deferred.await(asked)
      page.post({ type: "@w3m-app/ABORT", payload: { id: "2" } })
      page.post({ type: "@w3m-app/ABORT", payload: { id: "unknown" } })
      page.post({ type: "@w3m-app/PING", id: "3" })
      expect(yield* page.next()).toEqual({ type: "@w3m-frame/PING_SUCCESS", id: "3" })
      yield* Deferred.succeed(signed, undefined)
      expect(yield* page.next()).toEqual({
        type: "@w3m-frame/RPC_REQUEST_SUCCESS",
        id: "2",
        payload: "0xhash",
      })
      page.close()
    }),
  )
})

it("responds to each valid request once, given any messages", async () => {
  const types = ["GET_CHAIN_ID", "RPC_REQUEST", "CONNECT_EMAIL", "READY", "PING", "__proto__"]
  const message = fc.oneof(
    fc.record(
      {
        type: fc.oneof(fc.constantFrom(...types.map((type) => `@w3m-app/${type}`)), fc.string()),
        id: fc.oneof(fc.constantFrom("a", "b", "c"), fc.anything()),
        payload: fc.oneof(fc.constant(signs), fc.constant({ email: "a@b.co" }), fc.anything()),
      },
      { requiredKeys: [] },
    ),
    fc.anything(),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(message, { maxLength: 30 }), (messages) =>
      Effect.gen(function* () {
        const { posted, say, side } = yield* serveFake({
          GET_CHAIN_ID: () => Effect.succeed({ chainId: 1 }),
          RPC_REQUEST: () => Effect.succeed("0x"),
        })
        for (const one of messages) say(one)
        const { invalid, stray } = side.dropped()
        const replies: readonly WireMessage[] = posted.slice(1)
        expect(replies.length + invalid + stray).toBe(messages.length)
        const ids = replies.flatMap(({ id }) => (id === undefined ? [] : [id]))
        expect(new Set(ids).size).toBe(ids.length)
      }).pipe(Effect.scoped, Effect.runPromise),
    ),
  )
})
