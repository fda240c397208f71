import { it } from "@effect/vitest"
import { Clock, Effect, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import {
  call,
  failure,
  type Handler,
  hang,
  respondInTurn,
  result,
  status,
} from "../testing/handlersFixture.ts"
import { Fetch, makeFetch } from "./Fetch.ts"
import { makeRpc } from "./Rpc.ts"

const a = "https://a.test/v1?projectId=secret"
const b = "https://b.test/"
const c = "https://c.test/"

describe("request", () => {
  it.effect("returns the result, including null", () =>
    Effect.gen(function* () {
      const { outcome, log } = yield* call({ "a.test": result }, [[a]])
      expect(Result.getOrThrow(outcome)).toBe("0x1")
      expect(log).toEqual(["0 a.test"])
      const empty = yield* call({ "a.test": (_, id) => Response.json({ id, result: null, error: null }) }, [
        [a],
      ])
      expect(Result.getOrThrow(empty.outcome)).toBeNull()
    }),
  )

  it.effect("posts JSON-RPC without cookies, as JSON or, if configured, as plain text", () =>
    Effect.gen(function* () {
      const seen: unknown[] = []
      const spy: Handler = async (request, id) => {
        const { credentials, headers, method } = request
        seen.push([method, credentials, headers.get("content-type"), await request.json()])
        return Response.json({ id, result: 1 })
      }
      yield* call({ "a.test": spy }, [[a]], ["0x1", { to: null }])
      yield* call({ "a.test": spy }, [[{ url: a, contentType: "text/plain" }]])
      const body = { jsonrpc: "2.0", id: 1, method: "eth_call" }
      expect(seen).toEqual([
        ["POST", "omit", "application/json", { ...body, params: ["0x1", { to: null }] }],
        ["POST", "omit", "text/plain", { ...body, params: [] }],
      ])
    }),
  )

  it.effect("returns an error response without a second request", () =>
    Effect.gen(function* () {
      const error = { code: 3, message: "execution reverted", data: "0x08c379a0" }
      const { outcome, log } = yield* call(
        { "a.test": (_, id) => Response.json({ id, error }), "b.test": result },
        [[a, b]],
      )
      expect(failure(outcome).reason).toEqual({
        _tag: "Answered",
        code: 3,
        meaning: "ExecutionReverted",
        text: "execution reverted",
        data: "0x08c379a0",
      })
      expect(log).toEqual(["0 a.test"])
    }),
  )
})

describe("an error response of a node over its limit", () => {
  const limits = [
    [-32005, "limit exceeded"],
    [-32005, "project ID request rate exceeded"],
    [429, "Your app has exceeded its compute units per second capacity."],
    [-32007, "50/second request limit reached - reduce calls per second or upgrade your account"],
    [-32029, "Too Many Requests"],
  ] as const

  it.effect.each(limits)("goes to the next host: %i %s", ([code, message]) =>
    Effect.gen(function* () {
      const { outcome, log } = yield* call(
        { "a.test": (_, id) => Response.json({ id, error: { code, message } }), "b.test": result },
        [[a, b]],
      )
      expect(Result.isSuccess(outcome)).toBe(true)
      expect(log).toEqual(["0 a.test", "0 b.test"])
    }),
  )

  it.effect.each(limits)("repeats the call at a single host only for a rate: %i %s", ([code, message]) =>
    Effect.gen(function* () {
      const error = { code, message }
      const { log, outcome } = yield* call({ "a.test": (_, id) => Response.json({ id, error }) }, [[a]])
      expect(log).toHaveLength(message === "limit exceeded" ? 1 : 4)
      expect(failure(outcome).reason).toMatchObject({ _tag: "Answered", code })
    }),
  )

  it.effect.each([
    [3, "execution reverted: limit exceeded"],
    [-32000, "execution reverted: daily request limit reached"],
    [-32000, "Transaction gas limit exceeds block gas limit"],
  ] as const)("sends nothing again when every host gives the same error: %i %s", ([code, message]) =>
    Effect.gen(function* () {
      const { log } = yield* call(
        { "a.test": (_, id) => Response.json({ id, error: { code, message } }), "b.test": result },
        [[a, b]],
      )
      expect(log).toEqual(["0 a.test"])
    }),
  )
})

describe("request to a single failing node", () => {
  it.effect.each([408, 413, 429, 500, 502, 503, 504])(
    "sends four requests on %i, doubling each delay",
    (code) =>
      Effect.gen(function* () {
        const { outcome, log } = yield* call({ "a.test": status(code) }, [[a]])
        expect(failure(outcome).reason).toMatchObject({ _tag: "Status", status: code })
        expect(log).toEqual(["0 a.test", "75 a.test", "225 a.test", "525 a.test"])
      }),
  )

  it.effect.each([400, 401, 403, 404, 415, 501])("sends one request on %i", (code) =>
    Effect.gen(function* () {
      const { outcome, log } = yield* call({ "a.test": status(code) }, [[a]])
      expect(failure(outcome).reason).toMatchObject({ _tag: "Status", status: code })
      expect(log).toEqual(["0 a.test"])
    }),
  )

  it.effect("times out after 30 seconds, with 10 for each attempt", () =>
    Effect.gen(function* () {
      const { outcome, log } = yield* call({ "a.test": hang }, [[a]])
      expect(log).toEqual(["0 a.test", "10075 a.test", "20225 a.test"])
      expect(failure(outcome).reason).toEqual({ _tag: "TimedOut", milliseconds: 9775 })
      expect(yield* Clock.currentTimeMillis).toBe(30_000)
    }),
  )

  it.effect("returns the result when the node recovers", () =>
    Effect.gen(function* () {
      const { outcome, log } = yield* call({ "a.test": respondInTurn(status(503), hang, result) }, [[a]])
      expect(Result.getOrThrow(outcome)).toBe("0x1")
      expect(log).toEqual(["0 a.test", "75 a.test", "10225 a.test"])
    }),
  )
})

describe("Retry-After", () => {
  it.effect.each([
    { form: "seconds", header: "7" },
    { form: "a date", header: "Thu, 01 Jan 1970 00:00:07 GMT" },
  ])("delays the next attempt, in $form", ({ header }) =>
    Effect.gen(function* () {
      const handler = respondInTurn(status(429, { "retry-after": header }), result)
      const { outcome, log } = yield* call({ "a.test": handler }, [[a]])
      expect(Result.getOrThrow(outcome)).toBe("0x1")
      expect(log).toEqual(["0 a.test", "7000 a.test"])
    }),
  )

  it.effect("fails at once when it exceeds the remaining time, and reports the time", () =>
    Effect.gen(function* () {
      const { outcome, log } = yield* call({ "a.test": status(503, { "retry-after": "60" }) }, [[a]])
      expect(failure(outcome).reason).toEqual({ _tag: "Status", status: 503, retryAt: 60_000 })
      expect(log).toEqual(["0 a.test"])
      expect(yield* Clock.currentTimeMillis).toBe(0)
    }),
  )

  it.effect("waits for it once, and fails with its status when the host asks to wait again", () =>
    Effect.gen(function* () {
      const busy = status(429, { "retry-after": "5" })
      const { outcome, log } = yield* call({ "a.test": busy }, [[a]])
      expect(failure(outcome).reason).toEqual({ _tag: "Status", status: 429, retryAt: 10_000 })
      expect(log).toEqual(["0 a.test", "5000 a.test"])
    }),
  )

  it.effect("limits the time to the maximum date", () =>
    Effect.gen(function* () {
      const header = "9".repeat(400)
      const { outcome } = yield* call({ "a.test": status(503, { "retry-after": header }) }, [[a]])
      const { reason } = failure(outcome)
      expect(reason._tag === "Status" ? new Date(reason.retryAt ?? 0).toISOString() : reason).toBe(
        "+275760-09-13T00:00:00.000Z",
      )
    }),
  )

  it.effect("ignores an invalid value", () =>
    Effect.gen(function* () {
      const { log } = yield* call(
        { "a.test": respondInTurn(status(429, { "retry-after": "soon" }), result) },
        [[a]],
      )
      expect(log).toEqual(["0 a.test", "75 a.test"])
    }),
  )

  it.effect("delays no other host", () =>
    Effect.gen(function* () {
      const busy = status(429, { "retry-after": "20" })
      const { outcome, log } = yield* call({ "a.test": busy, "b.test": respondInTurn(status(502), result) }, [
        [a, b],
      ])
      expect(Result.getOrThrow(outcome)).toBe("0x1")
      expect(log).toEqual(["0 a.test", "0 b.test", "75 b.test"])
    }),
  )
})

describe("request to several nodes", () => {
  const hostsOf = (log: readonly string[]) => log.map((line) => line.split(" ")[1]?.charAt(0)).join("")

  it.effect("rotates through a tier, at most twice per node, and at most four requests for two nodes", () =>
    Effect.gen(function* () {
      const down = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`${name}.test`, status(429)]))
      const four = yield* call(down, [[a, b, c, "https://d.test/"]])
      expect(hostsOf(four.log)).toBe("abcdabcd")
      expect(failure(four.outcome).host).toBe("d.test")
      expect(hostsOf((yield* call(down, [[a, b, c]])).log)).toBe("abcabc")
      expect(hostsOf((yield* call(down, [[a, b]])).log)).toBe("abab")
      expect(hostsOf((yield* call(down, [[a, `${a}&again`]])).log)).toBe("aaaa")
    }),
  )

  it.effect("falls back when a node rejects, disappears, sends HTML or hangs", () =>
    Effect.gen(function* () {
      const page: Handler = () => new Response("<html>", { headers: { "content-type": "text/html" } })
      for (const broken of [status(403), status(401), page, hang]) {
        const { outcome } = yield* call({ "a.test": broken, "b.test": result }, [[a, b]])
        expect(Result.getOrThrow(outcome)).toBe("0x1")
      }
      const { outcome, log } = yield* call({ "b.test": result }, [[a, b]])
      expect(Result.getOrThrow(outcome)).toBe("0x1")
      expect(hostsOf(log)).toBe("ab")
    }),
  )

  it.effect("moves to the next tier when no node of the current one is available", () =>
    Effect.gen(function* () {
      for (const refusing of [status(403), status(429, { "retry-after": "60" })]) {
        const { outcome, log } = yield* call({ "a.test": refusing, "b.test": result }, [[a], [b]])
        expect(Result.getOrThrow(outcome)).toBe("0x1")
        expect(hostsOf(log)).toBe("ab")
      }
      // The fifth consecutive failure opens the last breaker of the tier.
      const { outcome, log } = yield* call({ "a.test": status(503), "b.test": result, "c.test": result }, [
        [a],
        [b, c],
      ])
      expect(Result.getOrThrow(outcome)).toBe("0x1")
      expect(hostsOf(log)).toBe("aaaaab")
      expect(hostsOf((yield* call({ "a.test": status(503), "b.test": result }, [[a], [b]])).log)).toBe("aaaa")
    }),
  )

  it.effect("fails with NoEndpoint without a valid URL", () =>
    Effect.gen(function* () {
      for (const tiers of [
        [],
        [[]],
        [["", "rpc", "/v1", "javascript:alert(1)", "https://user:word@a.test"]],
      ]) {
        const { outcome, log } = yield* call({ "a.test": result }, tiers)
        expect(failure(outcome)).toMatchObject({ host: "", reason: { _tag: "NoEndpoint" } })
        expect(log).toEqual([])
      }
    }),
  )
})

it.effect("aborts the request when the caller is interrupted", () =>
  Effect.gen(function* () {
    let aborted = false
    const fetch = makeFetch(
      (_, { signal }) =>
        new Promise(() =>
          signal.addEventListener("abort", () => {
            aborted = true
          }),
        ),
    )
    const rpc = yield* makeRpc({ tiers: [[a]] }).pipe(Effect.provideService(Fetch, fetch))
    const fiber = yield* Effect.forkChild(rpc.request("eth_call"), { startImmediately: true })
    yield* TestClock.adjust("1 second")
    yield* Fiber.interrupt(fiber)
    expect(aborted).toBe(true)
  }),
)

it.effect("names the failed host and the reason, without project id and parameters", () =>
  Effect.gen(function* () {
    const failures = yield* Effect.forEach(
      [
        {},
        { "a.test": status(503) },
        { "a.test": hang },
        { "a.test": () => new Response("") },
        { "a.test": () => Response.json({ id: null, error: { code: -32000, message: "header not found" } }) },
        { "a.test": () => new Response("", { headers: { "content-length": "50000000" } }) },
        { "a.test": () => Response.json({ id: null, error: { code: 3, message: "x".repeat(5000) } }) },
      ] satisfies readonly { readonly [host: string]: Handler }[],
      (handlers) => call(handlers, [[a]], ["0xprivate"]),
    )
    const messages = failures.map(({ outcome }) => failure(outcome).message)
    expect(messages).toEqual([
      "eth_call: no response from a.test: the request failed",
      "eth_call: HTTP status code: 503 from a.test",
      "eth_call: no response from a.test in 9775 ms",
      "eth_call: a.test sent an invalid JSON-RPC response: not JSON",
      "eth_call: a.test returned error -32000: header not found",
      "eth_call: a.test sent more than 10000000 bytes",
      `eth_call: a.test returned error 3: ${"x".repeat(200)}`,
    ])
    expect(JSON.stringify(failures)).not.toMatch(/secret|private/)
    expect(failure((yield* call({}, [])).outcome).message).toBe(
      "eth_call: no RPC URL is configured for this network",
    )
  }),
)
