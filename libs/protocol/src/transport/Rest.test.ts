import { it } from "@effect/vitest"
import { Clock, Effect, Random, Result } from "effect"
import { describe, expect } from "vitest"
import { failure, type Handler, hang, respondInTurn, status } from "../testing/handlersFixture.ts"
import { inVirtualTime } from "../testing/index.ts"
import { Fetch, makeFetch } from "./Fetch.ts"
import { Hosts, makeHosts } from "./Hosts.ts"
import { makeRest } from "./Rest.ts"
import type { Rpc } from "./Rpc.ts"

const a = "https://a.test/api"
const b = "https://b.test/api/"
const address = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"

const says =
  (text: string, code = 200, type = "text/plain"): Handler =>
  () =>
    new Response(text, { status: code, headers: { "content-type": type } })

/** Runs an effect against nodes with these handlers, and returns the log of requests with times in ms. */
const asking = <A, E>(
  handlers: { readonly [host: string]: Handler },
  use: (rpc: Rpc) => Effect.Effect<A, E>,
  tiers: readonly (readonly string[])[] = [[a]],
) =>
  Effect.gen(function* () {
    const log: string[] = []
    const clock = yield* Clock.clockWith(Effect.succeed)
    const fetch = makeFetch(async (request, init) => {
      const { host, pathname } = new URL(request.url)
      log.push(`${clock.currentTimeMillisUnsafe()} ${request.method} ${host}${pathname}`)
      const handler = handlers[host]
      if (handler === undefined) throw new TypeError(`fetch failed: ${request.url}`)
      return handler(new Request(request.clone(), init), null)
    })
    const hosts = makeHosts()
    const rpc = yield* makeRest({ tiers }).pipe(
      Effect.provideService(Fetch, fetch),
      Effect.provideService(Hosts, hosts),
    )
    const outcome = yield* inVirtualTime(Effect.result(use(rpc)))
    return { outcome, log, attempts: hosts.attempts.all() }
  }).pipe(Effect.provideService(Random.Random, { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }))

const get = (path: string) => (rpc: Rpc) => rpc.request("GET", [path])
const post = (body: string) => (rpc: Rpc) => rpc.request("POST", ["/tx", body])

describe("a REST read", () => {
  it.effect("returns parsed JSON, and other content as text", () =>
    Effect.gen(function* () {
      const answers: readonly (readonly [string, unknown])[] = [
        ['{"a":[1]}', { a: [1] }],
        ["[]", []],
        ["105\n", "105"],
        ["00ff", "00ff"],
        ["1e5", "1e5"],
      ]
      for (const [text, value] of answers) {
        const { log, outcome } = yield* asking({ "a.test": says(text) }, get("/blocks/tip/height"))
        expect(Result.getOrThrow(outcome)).toEqual(value)
        expect(log).toEqual(["0 GET a.test/api/blocks/tip/height"])
      }
    }),
  )

  it.effect("sends no cookies and no body", () =>
    Effect.gen(function* () {
      const seen: unknown[] = []
      const spy: Handler = ({ body, credentials, method }) => {
        seen.push([method, credentials, body])
        return new Response("1")
      }
      yield* asking({ "a.test": spy }, get("/x"))
      expect(seen).toEqual([["GET", "omit", null]])
    }),
  )

  it.effect.each([400, 404, 409, 422])("returns the node's own error text as Answered on %i", (code) =>
    Effect.gen(function* () {
      const { attempts, log, outcome } = yield* asking(
        { "a.test": says("Transaction not found", code), "b.test": says("[]") },
        get("/tx/00"),
        [[a, b]],
      )
      expect(failure(outcome).reason).toEqual({ _tag: "Answered", code, text: "Transaction not found" })
      expect(log).toHaveLength(1)
      expect(attempts).toMatchObject([{ outcome: "failed", why: `error ${code}` }])
    }),
  )

  it.effect("tries the next host after HTML, an empty or malformed body, or 403", () =>
    Effect.gen(function* () {
      for (const odd of [
        says("<html>404</html>", 404),
        says("", 404),
        says(" <!doctype html>"),
        says("{", 200),
        status(403),
      ]) {
        const { log, outcome } = yield* asking({ "a.test": odd, "b.test": says("7") }, get("/x"), [[a, b]])
        expect(Result.getOrThrow(outcome)).toBe("7")
        expect(log).toEqual(["0 GET a.test/api/x", "0 GET b.test/api/x"])
      }
    }),
  )

  it.effect.each([429, 500, 502, 503])("retries on %i, doubling each delay", (code) =>
    Effect.gen(function* () {
      const { log, outcome } = yield* asking({ "a.test": status(code) }, get("/x"))
      expect(failure(outcome).reason).toMatchObject({ _tag: "Status", status: code })
      expect(log.map((line) => line.split(" ")[0])).toEqual(["0", "75", "225", "525"])
    }),
  )

  it.effect("hedges a late request to the next host, and returns the first response", () =>
    Effect.gen(function* () {
      const { log, outcome } = yield* asking({ "a.test": hang, "b.test": says("8") }, get("/x"), [[a, b]])
      expect(Result.getOrThrow(outcome)).toBe("8")
      expect(log).toEqual(["0 GET a.test/api/x", "400 GET b.test/api/x"])
    }),
  )

  it.effect("times out after 30 seconds", () =>
    Effect.gen(function* () {
      const { outcome } = yield* asking({ "a.test": hang }, get("/x"))
      expect(failure(outcome).reason._tag).toBe("TimedOut")
      expect(yield* Clock.currentTimeMillis).toBe(30_000)
    }),
  )

  it.effect("leaves addresses and hashes out of records and errors", () =>
    Effect.gen(function* () {
      const hash = "ab".repeat(32)
      const path = `/address/${address}/txs/chain/${hash}?after=${hash}`
      const { attempts, outcome } = yield* asking({ "a.test": status(503) }, get(path))
      expect(failure(outcome).message).toBe(
        "GET /address/:id/txs/chain/:id: HTTP status code: 503 from a.test",
      )
      expect(JSON.stringify([attempts, failure(outcome)])).not.toMatch(/bc1q|abab/)
    }),
  )

  it.effect("fails with NoEndpoint without a valid URL, and rejects URLs with a password", () =>
    Effect.gen(function* () {
      for (const tiers of [[], [[]], [["https://u:p@a.test", "ftp://a.test", "no"]]]) {
        for (const use of [get("/x"), post("00")]) {
          const { log, outcome } = yield* asking({}, use, tiers)
          expect(failure(outcome).reason).toEqual({ _tag: "NoEndpoint" })
          expect(log).toEqual([])
        }
      }
    }),
  )
})

describe("a REST post", () => {
  it.effect("sends its body once, to one host", () =>
    Effect.gen(function* () {
      const seen: string[] = []
      const spy: Handler = async (request) => {
        seen.push(`${request.method} ${await request.text()}`)
        return new Response("id")
      }
      const { log, outcome } = yield* asking({ "a.test": spy, "b.test": spy }, post("00ff"), [[a, b]])
      expect(Result.getOrThrow(outcome)).toBe("id")
      expect(seen).toEqual(["POST 00ff"])
      expect(log).toEqual(["0 POST a.test/api/tx"])
    }),
  )

  it.effect.each([
    ["503", status(503), "Status"],
    ["silence", hang, "TimedOut"],
    ["a page", says("<html>"), "Malformed"],
  ] as const)("sends no second request after %s", ([, handler, tag]) =>
    Effect.gen(function* () {
      const { log, outcome } = yield* asking({ "a.test": handler, "b.test": says("id") }, post("00"), [
        [a, b],
      ])
      expect(failure(outcome).reason._tag).toBe(tag)
      expect(log).toEqual(["0 POST a.test/api/tx"])
    }),
  )

  it.effect("skips a host until its Retry-After has passed", () =>
    Effect.gen(function* () {
      const busy = status(429, { "retry-after": "60" })
      const { log, outcome } = yield* asking(
        { "a.test": respondInTurn(busy, says("id")), "b.test": says("other") },
        (rpc) => Effect.andThen(Effect.result(post("00")(rpc)), post("00")(rpc)),
        [[a, b]],
      )
      expect(Result.getOrThrow(outcome)).toBe("other")
      expect(log).toEqual(["0 POST a.test/api/tx", "0 POST b.test/api/tx"])
    }),
  )
})

describe("a pinned node", () => {
  it.effect("sends all requests to one host, even after failures", () =>
    Effect.gen(function* () {
      const { log, outcome } = yield* asking(
        { "a.test": respondInTurn(says("1"), status(404), hang), "b.test": says("2") },
        (rpc) =>
          Effect.flatMap(rpc.pin, (node) =>
            Effect.all([
              node.request("GET", ["/x"]),
              Effect.result(node.request("GET", ["/y"])),
              Effect.flatMap(node.pin, (same) => Effect.result(same.request("POST", ["/tx", "00"]))),
            ]),
          ),
        [[a, b]],
      )
      expect(Result.getOrThrow(outcome)[0]).toBe("1")
      expect(log.map((line) => line.split(" ").slice(1).join(" "))).toEqual([
        "GET a.test/api/x",
        "GET a.test/api/y",
        "POST a.test/api/tx",
      ])
    }),
  )
})
