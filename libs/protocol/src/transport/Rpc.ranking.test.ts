import { it } from "@effect/vitest"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { inVirtualTime } from "../testing/index.ts"
import { measureMs, type NodeScript, withScriptedNodes } from "../testing/nodesFixture.ts"
import { withLogicalCall } from "./LogicalCall.ts"

const [a, b, c] = ["https://a.test/v1?projectId=secret", "https://b.test/", "https://c.test/"]
const fast: NodeScript = () => ({ ms: 50 })
const slow: NodeScript = () => ({ ms: 300 })
const hung: NodeScript = () => "hang"

describe("ranking by calls", () => {
  it.effect("tries a failing node last", () =>
    withScriptedNodes({ a: () => ({ status: 503 }), b: slow }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        for (let call = 0; call < 3; call++) yield* measureMs(rpc.request("eth_call"))
        expect(asked()).toBe("abbb")
      }),
    ),
  )

  it.effect("avoids a node after it hung once", () =>
    withScriptedNodes({ a: hung, b: fast }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const healthy = 50
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        const times = yield* Effect.forEach(Array.from({ length: 20 }), () =>
          measureMs(rpc.request("eth_call")),
        )
        expect(times[0]).toBeLessThanOrEqual(healthy + 400 + 25)
        expect(Math.max(...times.slice(1))).toBeLessThanOrEqual(healthy + 25)
      }),
    ),
  )

  it.effect("demotes a node that begins to hang within five calls", () => {
    let calls = 0
    const tires: NodeScript = () => (calls++ < 10 ? { ms: 50 } : "hang")
    return withScriptedNodes({ a: tires, b: () => ({ ms: 100 }) }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        const times = yield* Effect.forEach(Array.from({ length: 25 }), () =>
          measureMs(rpc.request("eth_call")),
        )
        expect(Math.max(...times)).toBeLessThanOrEqual(400 + 100 + 25)
        expect(Math.max(...times.slice(15))).toBeLessThanOrEqual(100 + 25)
      }),
    )
  })

  it.effect("keeps traffic in the first tier that responds", () =>
    withScriptedNodes({ a: slow, b: fast, c: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a], [b, c]] })
        for (let call = 0; call < 5; call++) yield* measureMs(rpc.request("eth_call"))
        expect(asked()).toBe("aaaaa")
      }),
    ),
  )
})

describe("Rpc.second", () => {
  it.effect("excludes the host of the best node", () =>
    withScriptedNodes({ a: fast, b: fast, c: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a], [b]] })
        const second = (yield* rpc.second ?? Effect.succeed(null)) ?? expect.fail("no second node")
        yield* measureMs(Effect.all([rpc.request("eth_call"), second.request("eth_call")]))
        expect(asked()).toBe("ab")
      }),
    ),
  )

  it.effect("returns null when all nodes are on one host", () =>
    withScriptedNodes({ a: fast }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, "https://a.test/other"], []] })
        expect(yield* rpc.second ?? Effect.succeed(undefined)).toBeNull()
      }),
    ),
  )
})

describe("a pinned node", () => {
  it.effect("stays the best node regardless of the others", () =>
    withScriptedNodes({ a: hung, b: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        yield* measureMs(rpc.request("eth_call"))
        const one = yield* rpc.pin
        yield* measureMs(Effect.all([one.request("eth_getTransactionCount"), one.request("eth_gasPrice")]))
        expect(asked()).toBe("abbb")
      }),
    ),
  )

  it.effect("retries on the same node without hedging", () =>
    withScriptedNodes({ a: () => ({ status: 503 }), b: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        const one = yield* rpc.pin
        yield* measureMs(one.request("eth_sendRawTransaction", ["0x02"]))
        expect(asked()).toBe("aaaa")
        yield* measureMs(Effect.flatMap(one.pin, (same) => same.request("eth_chainId")))
        expect(asked()).toBe("aaaaa")
      }),
    ),
  )

  it.effect("skips a blocked node when another is available", () =>
    withScriptedNodes({ a: () => ({ status: 503 }), b: fast }, ({ rpcOf, hosts, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a], [b]] })
        yield* measureMs(rpc.request("eth_call"))
        yield* measureMs(rpc.request("eth_call"))
        expect(hosts.view("a.test").isOpen).toBe(true)
        expect(asked()).toBe("aaaaab")
        const one = yield* rpc.pin
        yield* measureMs(one.request("eth_gasPrice"))
        expect(asked()).toBe("aaaaabb")
      }),
    ),
  )
})

describe("the state of a host", () => {
  it.effect("applies to every network with a node on it", () =>
    withScriptedNodes({ a: () => ({ status: 503 }), b: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const first = yield* rpcOf({ tiers: [[a]] })
        const second = yield* rpcOf({ tiers: [[`${a}&chainId=eip155:10`], [b]] })
        yield* measureMs(first.request("eth_call"))
        yield* measureMs(first.request("eth_call"))
        yield* measureMs(second.request("eth_call"))
        expect(asked()).toBe("aaaaab")
      }),
    ),
  )

  it.effect.each([
    { status: 400, ms: 100 },
    { status: 404, ms: 100 },
    { status: 403, ms: 5_000 },
  ])("blocks other networks only when a $status concerns the whole host", ({ status, ms }) =>
    withScriptedNodes({ a: (method) => ({ ms: 100, ...(method === "odd" && { status }) }) }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const odd = yield* rpcOf({ tiers: [["https://a.test/odd"]] })
        const even = yield* rpcOf({ tiers: [["https://a.test/even"]] })
        for (let time = 0; time < 5; time++) yield* measureMs(odd.request("odd"))
        const waited = yield* measureMs(even.request("eth_call"))
        expect(waited).toBeGreaterThanOrEqual(ms)
        expect(waited).toBeLessThan(ms + 1_000)
      }),
    ),
  )

  it.effect("records no parameter, query or body", () =>
    withScriptedNodes({ a: fast }, ({ rpcOf, hosts }) =>
      Effect.gen(function* () {
        const heard: unknown[] = []
        hosts.attempts.subscribe((attempt) => heard.push(attempt))
        const rpc = yield* rpcOf({ tiers: [[a]] })
        yield* measureMs(rpc.request("eth_call", ["0xprivate"]))
        expect(heard).toEqual([{ at: 0, host: "a.test", method: "eth_call", ms: 50, outcome: "ok", why: "" }])
        expect(hosts.attempts.all()).toEqual(heard)
      }),
    ),
  )
})

describe("requests of one logical call", () => {
  it.effect("shares one budget across batches", () =>
    withScriptedNodes({ a: () => ({ status: 503 }) }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a]] })
        const ask = Effect.flip(rpc.request("eth_call"))
        const errors = yield* inVirtualTime(withLogicalCall(Effect.all([ask, ask])))
        expect(errors.map(({ reason }) => reason._tag)).toEqual(["Status", "BudgetExhausted"])
        expect(asked()).toBe("aaaa")
      }),
    ),
  )

  it.effect("shares one deadline", () =>
    withScriptedNodes({ a: hung }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a]] })
        const call = withLogicalCall(Effect.andThen(Effect.sleep(25_000), rpc.request("eth_call")))
        expect(yield* measureMs(call)).toBe(30_000)
      }),
    ),
  )

  it.effect("starts a new budget after the call that created the client", () =>
    withScriptedNodes({ a: () => ({ status: 503 }) }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* withLogicalCall(rpcOf({ tiers: [[a]] }))
        yield* measureMs(rpc.request("eth_call"))
        yield* Effect.sleep(5_000).pipe(measureMs)
        const before = asked().length
        yield* measureMs(rpc.request("eth_call"))
        expect([before, asked().length]).toEqual([4, 5])
      }),
    ),
  )
})
