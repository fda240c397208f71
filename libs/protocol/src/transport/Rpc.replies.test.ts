import { it } from "@effect/vitest"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { call, failure, type Handler, respondInTurn, result } from "../testing/handlersFixture.ts"
import { maxReplyBytes } from "./Http.ts"

const a = "https://a.test/v1?projectId=secret"
const b = "https://b.test/"

describe("an invalid reply", () => {
  const bad: readonly (readonly [string, Handler, string])[] = [
    ["not JSON", () => new Response("<html>"), "not JSON"],
    ["cut off", () => new Response('{"id":1,"res'), "not JSON"],
    ["empty", () => new Response(""), "not JSON"],
    ["null", () => Response.json(null), "not an object"],
    ["of another id", () => Response.json({ id: 2, result: 1 }), "the id of another request"],
    ["of a textual id", () => Response.json({ id: "1", result: 1 }), "the id of another request"],
    ["of no id", () => Response.json({ result: 1 }), "the id of another request"],
    [
      "another's error",
      () => Response.json({ id: 2, error: { code: 1, message: "" } }),
      "the id of another request",
    ],
    ["neither result nor error", (_, id) => Response.json({ id }), "neither result nor error"],
    ["an error without a code", (_, id) => Response.json({ id, error: { message: "no" } }), "error.code"],
    ["an error that is a text", (_, id) => Response.json({ id, error: "no" }), "error"],
  ]
  it.effect.each(bad)("fails with Malformed when it is %s", ([, handler, detail]) =>
    Effect.gen(function* () {
      const { outcome, log } = yield* call({ "a.test": handler }, [[a]])
      expect(failure(outcome).reason).toEqual({ _tag: "Malformed", detail })
      expect(log).toHaveLength(1)
    }),
  )

  it.effect("returns an error without an id as Answered", () =>
    Effect.gen(function* () {
      const handler: Handler = () =>
        Response.json({ id: null, error: { code: -32700, message: "parse error" } })
      const { outcome } = yield* call({ "a.test": handler }, [[a]])
      expect(failure(outcome).reason).toMatchObject({ _tag: "Answered", code: -32700 })
    }),
  )

  it.effect("cuts off a reply at 10 MB of 50, without trying another node", () =>
    Effect.gen(function* () {
      let sent = 0
      let cancelled = false
      const megabyte = new Uint8Array(1_000_000).fill(0x20)
      const flood: Handler = () =>
        new Response(
          new ReadableStream({
            pull: (controller) => (sent++ < 50 ? controller.enqueue(megabyte) : controller.close()),
            cancel: () => {
              cancelled = true
            },
          }),
        )
      const { outcome, log } = yield* call({ "a.test": flood, "b.test": result }, [[a, b]])
      expect(failure(outcome).reason).toEqual({ _tag: "TooLarge", limit: maxReplyBytes })
      expect(log).toHaveLength(1)
      expect(cancelled).toBe(true)
      expect(sent).toBeLessThan(14)
    }),
  )

  it.effect("rejects an oversized content-length before reading", () =>
    Effect.gen(function* () {
      let sent = 0
      const flood: Handler = () =>
        new Response(new ReadableStream({ pull: () => void sent++ }, { highWaterMark: 0 }), {
          headers: { "content-length": "50000000" },
        })
      const { outcome } = yield* call({ "a.test": flood }, [[a]])
      expect(failure(outcome).reason._tag).toBe("TooLarge")
      expect(sent).toBe(0)
    }),
  )

  it.effect.each([
    { code: 401, times: [0] },
    { code: 500, times: [0, 1075, 2225, 3525] },
  ])("waits 1 s for an endless body with status $code", ({ code, times }) =>
    Effect.gen(function* () {
      const endless = () => new Response(new ReadableStream(), { status: code })
      const { outcome, log } = yield* call({ "a.test": endless }, [[a]])
      expect(failure(outcome).reason).toEqual({ _tag: "Status", status: code })
      expect(log).toEqual(times.map((at) => `${at} a.test`))
    }),
  )

  it.effect("waits 10 s for a stalled body, and reports an interrupted one as unreachable", () =>
    Effect.gen(function* () {
      let cancelled = false
      const stalled: Handler = () =>
        new Response(
          new ReadableStream({
            start: (c) => c.enqueue(new Uint8Array(1)),
            cancel: () => {
              cancelled = true
            },
          }),
        )
      const slow = yield* call({ "a.test": respondInTurn(stalled, result) }, [[a]])
      expect(slow.log).toEqual(["0 a.test", "10075 a.test"])
      expect(cancelled).toBe(true)
      const broken: Handler = () =>
        new Response(new ReadableStream({ pull: (c) => c.error(new Error("reset")) }))
      const { outcome } = yield* call({ "a.test": broken }, [[a]])
      expect(failure(outcome).reason).toEqual({ _tag: "Unreachable", detail: "the response was cut off" })
    }),
  )
})
