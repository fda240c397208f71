import { it } from "@effect/vitest"
import { Clock, Effect, Fiber, Random, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { inVirtualTime } from "../testing/index.ts"
import { Fetch, makeFetch } from "./Fetch.ts"
import { Hosts, makeHosts } from "./Hosts.ts"
import { maxReplyBytes } from "./Http.ts"
import { maxMemberBytes } from "./JsonRpcBatch.ts"
import { withLogicalCall } from "./LogicalCall.ts"
import { makeRpc } from "./Rpc.ts"

interface PostedCall {
  readonly id: number
  readonly method: string
}

/** Responds to the calls of one body. */
type NodeBehavior = (calls: readonly PostedCall[], signal: AbortSignal) => Response | Promise<Response>

const answers: NodeBehavior = (calls) => {
  const results = calls.map(({ id, method }) => ({ jsonrpc: "2.0", id, result: method }))
  return Response.json(results.length === 1 ? results[0] : results.toReversed())
}
const unavailable: NodeBehavior = () => new Response("", { status: 503 })
const hung: NodeBehavior = (_, signal) =>
  new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(new Error("aborted"))))

const medianJitter: typeof Random.Random.Service = { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }

/**
 * An `Rpc` over nodes by the first letter of their host, `apart` for one tier per node, and the log of posted bodies
 * with times in ms.
 */
const world = Effect.fnUntraced(
  function* (nodes: Readonly<Record<string, NodeBehavior>>, apart = false) {
    const clock = yield* Clock.Clock
    const log: { readonly at: number; readonly node: string; readonly methods: readonly string[] }[] = []
    const aborted: string[] = []
    const fetch = makeFetch(async (request, { signal }) => {
      const node = new URL(request.url).host.charAt(0)
      const posted: PostedCall | readonly PostedCall[] = await request.json()
      const calls = [posted].flat()
      log.push({ at: clock.currentTimeMillisUnsafe(), node, methods: calls.map(({ method }) => method) })
      signal.addEventListener("abort", () => aborted.push(node))
      return (nodes[node] ?? unavailable)(calls, signal)
    })
    const urls = Object.keys(nodes).map((name) => `https://${name}.test/`)
    const tiers = apart ? urls.map((url) => [url]) : [urls]
    const hosts = makeHosts()
    const rpc = yield* makeRpc({ tiers }).pipe(
      Effect.provideService(Fetch, fetch),
      Effect.provideService(Hosts, hosts),
    )
    const together = (methods: readonly string[]) =>
      Effect.forEach(methods, (method) => Effect.result(rpc.request(method)), { concurrency: "unbounded" })
    return { rpc, log, aborted, together, attempts: hosts.attempts.all }
  },
  Effect.provideService(Random.Random, medianJitter),
)

const fork = <A, E>(effect: Effect.Effect<A, E>) => Effect.forkChild(effect, { startImmediately: true })
const settled = Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })

describe("10,000 calls of one tick", () => {
  it.effect("sends ten requests, and returns each call its own result", () =>
    Effect.gen(function* () {
      const { log, together } = yield* world({ a: answers })
      const methods = Array.from({ length: 10_000 }, (_, at) => `eth_${at}`)
      const got = yield* inVirtualTime(together(methods))
      expect(got.map(Result.getOrThrow)).toEqual(methods)
      expect(log.map((body) => body.methods.length)).toEqual(Array.from({ length: 10 }, () => 1000))
    }),
  )
})

describe("a batch", () => {
  it.effect("fails as a whole when its attempts are used up", () =>
    Effect.gen(function* () {
      const { log, together } = yield* world({ a: unavailable })
      const got = yield* inVirtualTime(together(["x", "y", "z"]))
      const failures = got.map((one) => Result.getOrThrow(Result.flip(one)))
      expect(failures.map(({ method }) => method)).toEqual(["x", "y", "z"])
      expect(failures.map(({ host, reason }) => [host, reason])).toEqual(
        failures.map(() => ["a.test", { _tag: "Status", status: 503 }]),
      )
      expect(log.map(({ methods }) => methods)).toEqual(Array.from({ length: 4 }, () => ["x", "y", "z"]))
    }),
  )

  it.effect("hedges as a whole, and aborts the late request", () =>
    Effect.gen(function* () {
      const { log, aborted, together } = yield* world({ a: hung, b: answers })
      const got = yield* inVirtualTime(together(["x", "y"]))
      expect(got.map(Result.getOrThrow)).toEqual(["x", "y"])
      expect(log).toEqual([
        { at: 0, node: "a", methods: ["x", "y"] },
        { at: 400, node: "b", methods: ["x", "y"] },
      ])
      expect(aborted).toEqual(["a"])
    }),
  )

  it.effect("moves to the next node when a reply is malformed for every member", () =>
    Effect.gen(function* () {
      const { log, together } = yield* world({ a: () => Response.json("busy"), b: answers })
      const got = yield* inVirtualTime(together(["x", "y"]))
      expect(got.map(Result.getOrThrow)).toEqual(["x", "y"])
      expect(log.map(({ node }) => node)).toEqual(["a", "b"])
    }),
  )

  it.effect("fails as a whole above 10 MB, without trying another node", () =>
    Effect.gen(function* () {
      const { log, together } = yield* world({
        a: () => new Response("x".repeat(maxReplyBytes + 1)),
        b: answers,
      })
      const got = yield* inVirtualTime(together(["x", "y"]))
      const reasons = got.map((one) => Result.getOrThrow(Result.flip(one)).reason)
      expect(reasons).toEqual(reasons.map(() => ({ _tag: "TooLarge", limit: maxReplyBytes })))
      expect(log).toHaveLength(1)
    }),
  )
})

/** A node that rejects more than `most` requests at once, with its own response. */
const limitBatch =
  (most: number, no: (calls: readonly PostedCall[]) => Response, otherwise = answers): NodeBehavior =>
  (calls, signal) =>
    calls.length > most ? no(calls) : otherwise(calls, signal)

const tooMany = { code: -32600, message: "batch too large" }
const refusals: readonly (readonly [string, (calls: readonly PostedCall[]) => Response])[] = [
  ["400", () => new Response("", { status: 400 })],
  ["413", () => new Response("", { status: 413 })],
  ["500 that says why", () => Response.json({ message: "Batch of more than 3 requests" }, { status: 500 })],
  ["one error for all", () => Response.json({ id: null, error: { code: -32005, message: "no" } })],
  ["an error in a list", () => Response.json([{ id: null, error: tooMany }])],
  ["an error to the first", ([first]) => Response.json([{ id: first?.id, error: tooMany }])],
]

describe("a node that limits the batch size", () => {
  it.effect.each(refusals)(
    "receives smaller batches, at once and from then on, after rejecting with %s",
    ([, no]) =>
      Effect.gen(function* () {
        const { log, together, attempts } = yield* world({ a: limitBatch(3, no) })
        const methods = ["v", "w", "x", "y"]
        for (let tick = 0; tick < 2; tick++) {
          expect((yield* inVirtualTime(together(methods))).map(Result.getOrThrow)).toEqual(methods)
        }
        expect(log.map((body) => body.methods.length)).toEqual([4, 1, 1, 1, 1, 1, 1, 1, 1])
        expect(attempts().map(({ outcome, why }) => [outcome, why])).toEqual([
          ["failed", "rejects batches of 4"],
          ["ok", ""],
          ["ok", ""],
        ])
      }),
  )

  it.effect("receives 100 requests at once after rejecting more", () =>
    Effect.gen(function* () {
      const { log, together } = yield* world({
        a: limitBatch(100, () => Response.json({ error: tooMany })),
      })
      const methods = Array.from({ length: 250 }, (_, at) => `eth_${at}`)
      expect((yield* inVirtualTime(together(methods))).map(Result.getOrThrow)).toEqual(methods)
      expect(log.map((body) => body.methods.length)).toEqual([250, 100, 100, 50])
    }),
  )

  it.effect("loses the batch to another node that accepts it", () =>
    Effect.gen(function* () {
      const { log, together } = yield* world({
        a: limitBatch(1, () => new Response("", { status: 400 })),
        b: answers,
      })
      expect((yield* inVirtualTime(together(["x", "y"]))).map(Result.getOrThrow)).toEqual(["x", "y"])
      expect(log.map(({ node, methods }) => [node, methods.length])).toEqual([
        ["a", 2],
        ["b", 2],
      ])
    }),
  )

  it.effect("returns each result separately, and only missing ones are requested again", () =>
    Effect.gen(function* () {
      let failures = 1
      const single: NodeBehavior = ([call], signal) => {
        if (call?.method === "reverts")
          return Response.json({ id: call.id, error: { code: 3, message: "reverted" } })
        return call?.method === "late" && failures-- > 0
          ? unavailable([], signal)
          : answers(call ? [call] : [], signal)
      }
      const { log, together } = yield* world({
        a: (calls, signal) => (calls.length > 1 ? new Response("", { status: 400 }) : single(calls, signal)),
      })
      const got = yield* inVirtualTime(together(["x", "reverts", "late"]))
      expect(got.map((one) => (Result.isSuccess(one) ? one.success : one.failure.reason._tag))).toEqual([
        "x",
        "Answered",
        "late",
      ])
      expect(log.map(({ methods }) => methods.join())).toEqual([
        "x,reverts,late",
        "x",
        "reverts",
        "late",
        "late",
      ])
    }),
  )

  it.effect("differs from a node that rejects every request", () =>
    Effect.gen(function* () {
      const nodes = { a: () => new Response("", { status: 400 }), b: answers }
      const { log, together } = yield* world(nodes, true)
      for (let tick = 0; tick < 3; tick++) {
        expect((yield* inVirtualTime(together(["x", "y"]))).map(Result.getOrThrow)).toEqual(["x", "y"])
      }
      expect(log.map(({ node, methods }) => `${node}${methods.length}`)).toEqual(
        ["a2", "a1", "a1", "b2"].concat(["a2", "b2"], ["a2", "b2"]),
      )
    }),
  )

  it.effect("receives no more requests per call than the budget allows", () =>
    Effect.gen(function* () {
      const nodes = {
        a: limitBatch(1, () => new Response("", { status: 400 }), unavailable),
      }
      const { log, together } = yield* world(nodes)
      const got = yield* inVirtualTime(together(["x", "y"]))
      expect(got.map((one) => Result.getOrThrow(Result.flip(one)).reason)).toEqual(
        got.map(() => ({ _tag: "Status", status: 503 })),
      )
      expect(log.filter(({ methods }) => methods.includes("x"))).toHaveLength(4)
      const nested = yield* world(nodes)
      yield* inVirtualTime(withLogicalCall(nested.together(["x", "y"])))
      expect(nested.log.map(({ methods }) => methods.join())).toEqual(["x,y", "x", "y", "x"])
    }),
  )
})

describe("the attempt log", () => {
  it.effect("names the method or the number of requests, and the reason of a failed plain request", () =>
    Effect.gen(function* () {
      const reverts: NodeBehavior = (calls) => {
        const errors = calls.map(({ id }) => ({ id, error: { code: 3, message: "reverted" } }))
        return Response.json(errors.length === 1 ? errors[0] : errors)
      }
      const { together, attempts } = yield* world({ a: reverts })
      yield* inVirtualTime(together(["x"]))
      yield* inVirtualTime(together(["x", "y"]))
      expect(attempts().map(({ method, outcome, why }) => [method, outcome, why])).toEqual([
        ["x", "failed", "error 3"],
        ["batch of 2", "ok", ""],
      ])
    }),
  )
})

describe("a batch member", () => {
  it.effect("fails alone above 2 MB", () =>
    Effect.gen(function* () {
      const large: NodeBehavior = (calls) =>
        Response.json(
          calls.map(({ id, method }) => ({ id, result: method.repeat(id === 1 ? maxMemberBytes : 1) })),
        )
      const { together } = yield* world({ a: large })
      const [x, y] = yield* inVirtualTime(together(["x", "y"]))
      expect(x && Result.getOrThrow(Result.flip(x)).message).toBe("x: a.test sent more than 2000000 bytes")
      expect(y).toEqual(Result.succeed("y"))
    }),
  )

  it.effect("leaves later attempts when interrupted, and the last one aborts the request", () =>
    Effect.gen(function* () {
      let busy = true
      const { rpc, log, aborted } = yield* world({
        a: (calls, signal) => (busy ? unavailable(calls, signal) : hung(calls, signal)),
      })
      const [x, y, z] = yield* Effect.all(["x", "y", "z"].map((method) => fork(rpc.request(method))))
      if (!x || !y || !z) throw new Error("Three fibers were forked")
      yield* settled
      busy = false
      yield* Fiber.interrupt(y)
      yield* TestClock.adjust(150)
      yield* settled
      expect(log.map(({ methods }) => methods)).toEqual([
        ["x", "y", "z"],
        ["x", "z"],
      ])
      yield* Fiber.interrupt(x)
      yield* settled
      expect(aborted).toEqual([])
      yield* Fiber.interrupt(z)
      yield* settled
      expect(aborted).toEqual(["a"])
      yield* TestClock.adjust(60_000)
      expect(log).toHaveLength(2)
    }),
  )

  it.effect("charges its logical call, once for all members of that call", () =>
    Effect.gen(function* () {
      const { log, together, rpc } = yield* world({ a: unavailable })
      const alone = yield* fork(Effect.result(rpc.request("alone")))
      const twice = Effect.andThen(together(["x", "y"]), together(["x again", "y again"]))
      const got = yield* inVirtualTime(withLogicalCall(twice))
      expect(got.map((one) => Result.getOrThrow(Result.flip(one)).reason._tag)).toEqual([
        "BudgetExhausted",
        "BudgetExhausted",
      ])
      yield* inVirtualTime(Fiber.join(alone))
      expect(log.map(({ methods }) => methods)).toEqual(Array.from({ length: 4 }, () => ["alone", "x", "y"]))
    }),
  )
})

describe("a batch of which a node answers a part over its limit", () => {
  const limited: NodeBehavior = (calls) => {
    const replies = calls.map(({ id, method }) =>
      method === "eth_1"
        ? { jsonrpc: "2.0", id, result: method }
        : { jsonrpc: "2.0", id, error: { code: -32005, message: "project ID request rate exceeded" } },
    )
    return Response.json(replies.length === 1 ? replies[0] : replies)
  }

  it.effect("asks another host for the rest only, and returns each result", () =>
    Effect.gen(function* () {
      const { log, together } = yield* world({ a: limited, b: answers })
      const got = yield* inVirtualTime(together(["eth_1", "eth_2", "eth_3"]))
      expect(got.map((one) => Result.getOrNull(one))).toEqual(["eth_1", "eth_2", "eth_3"])
      expect(log.map(({ methods, node }) => [node, methods])).toEqual([
        ["a", ["eth_1", "eth_2", "eth_3"]],
        ["b", ["eth_2", "eth_3"]],
      ])
    }),
  )

  it.effect("fails what stays over the limit by that reason, as not run", () =>
    Effect.gen(function* () {
      const { together } = yield* world({ a: limited })
      const [first, second] = yield* inVirtualTime(together(["eth_1", "eth_2"]))
      expect(first && Result.isSuccess(first)).toBe(true)
      const failure = second !== undefined && Result.isFailure(second) ? second.failure : null
      expect(failure).toMatchObject({ reason: { _tag: "Answered", code: -32005 } })
      expect(failure).not.toHaveProperty("mayHaveRun")
    }),
  )
})
