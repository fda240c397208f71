import { it } from "@effect/vitest"
import { Effect } from "effect"
import { describe, expect } from "vitest"
import { inVirtualTime } from "../testing/index.ts"
import { inWorld, type Node, timed } from "../testing/nodesFixture.ts"
import { asOneCall } from "./LogicalCall.ts"

const [a, b, c] = ["https://a.test/v1?projectId=secret", "https://b.test/", "https://c.test/"]
const fast: Node = () => ({ ms: 50 })
const slow: Node = () => ({ ms: 300 })
const hung: Node = () => "hang"

describe("calls rank the nodes of a tier", () => {
  it.effect("so that one that fails is asked last", () =>
    inWorld({ a: () => ({ status: 503 }), b: slow }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        for (let call = 0; call < 3; call++) yield* timed(rpc.request("eth_call"))
        expect(asked()).toBe("abbb")
      }),
    ),
  )

  it.effect("and one that hangs is not waited for again", () =>
    inWorld({ a: hung, b: fast }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const healthy = 50
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        const times = yield* Effect.forEach(Array.from({ length: 20 }), () => timed(rpc.request("eth_call")))
        expect(times[0]).toBeLessThanOrEqual(healthy + 400 + 25)
        expect(Math.max(...times.slice(1))).toBeLessThanOrEqual(healthy + 25)
      }),
    ),
  )

  it.effect("and one that begins to hang is passed within five calls, however good it was", () => {
    let calls = 0
    const tires: Node = () => (calls++ < 10 ? { ms: 50 } : "hang")
    return inWorld({ a: tires, b: () => ({ ms: 100 }) }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        const times = yield* Effect.forEach(Array.from({ length: 25 }), () => timed(rpc.request("eth_call")))
        expect(Math.max(...times)).toBeLessThanOrEqual(400 + 100 + 25)
        expect(Math.max(...times.slice(15))).toBeLessThanOrEqual(100 + 25)
      }),
    )
  })

  it.effect("but never those of another tier: the first that answers keeps the traffic", () =>
    inWorld({ a: slow, b: fast, c: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a], [b, c]] })
        for (let call = 0; call < 5; call++) yield* timed(rpc.request("eth_call"))
        expect(asked()).toBe("aaaaa")
      }),
    ),
  )
})

describe("a pinned node", () => {
  it.effect("is the best there is, and stays so whatever the others do", () =>
    inWorld({ a: hung, b: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        yield* timed(rpc.request("eth_call"))
        const one = yield* rpc.pin
        yield* timed(Effect.all([one.request("eth_getTransactionCount"), one.request("eth_gasPrice")]))
        expect(asked()).toBe("abbb")
      }),
    ),
  )

  it.effect("is not hedged, and its calls are retried there alone", () =>
    inWorld({ a: () => ({ status: 503 }), b: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]] })
        const one = yield* rpc.pin
        yield* timed(one.request("eth_sendRawTransaction", ["0x02"]))
        expect(asked()).toBe("aaaa")
        yield* timed(Effect.flatMap(one.pin, (same) => same.request("eth_chainId")))
        expect(asked()).toBe("aaaaa")
      }),
    ),
  )

  it.effect("is none that is to be left alone, where another may be asked", () =>
    inWorld({ a: () => ({ status: 503 }), b: fast }, ({ rpcOf, hosts, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a], [b]] })
        yield* timed(rpc.request("eth_call"))
        yield* timed(rpc.request("eth_call"))
        expect(hosts.view("a.test").open).toBe(true)
        expect(asked()).toBe("aaaaab")
        const one = yield* rpc.pin
        yield* timed(one.request("eth_gasPrice"))
        expect(asked()).toBe("aaaaabb")
      }),
    ),
  )
})

describe("what is known of a host", () => {
  it.effect("holds for every network that has a node there", () =>
    inWorld({ a: () => ({ status: 503 }), b: fast }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const first = yield* rpcOf({ tiers: [[a]] })
        const second = yield* rpcOf({ tiers: [[`${a}&chainId=eip155:10`], [b]] })
        yield* timed(first.request("eth_call"))
        yield* timed(first.request("eth_call"))
        yield* timed(second.request("eth_call"))
        expect(asked()).toBe("aaaaab")
      }),
    ),
  )

  it.effect.each([
    { status: 400, ms: 100 },
    { status: 404, ms: 100 },
    { status: 403, ms: 5_000 },
  ])("keeps other networks waiting only where a $status says something of it all", ({ status, ms }) =>
    inWorld({ a: (method) => ({ ms: 100, ...(method === "odd" && { status }) }) }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const odd = yield* rpcOf({ tiers: [["https://a.test/odd"]] })
        const even = yield* rpcOf({ tiers: [["https://a.test/even"]] })
        for (let time = 0; time < 5; time++) yield* timed(odd.request("odd"))
        const waited = yield* timed(even.request("eth_call"))
        expect(waited).toBeGreaterThanOrEqual(ms)
        expect(waited).toBeLessThan(ms + 1_000)
      }),
    ),
  )

  it.effect("is recorded without a parameter, a query or a body", () =>
    inWorld({ a: fast }, ({ rpcOf, hosts }) =>
      Effect.gen(function* () {
        const heard: unknown[] = []
        hosts.attempts.subscribe((attempt) => heard.push(attempt))
        const rpc = yield* rpcOf({ tiers: [[a]] })
        yield* timed(rpc.request("eth_call", ["0xprivate"]))
        expect(heard).toEqual([{ at: 0, host: "a.test", method: "eth_call", ms: 50, outcome: "ok", why: "" }])
        expect(hosts.attempts.all()).toEqual(heard)
      }),
    ),
  )
})

describe("requests of one logical call", () => {
  it.effect("share its budget, in whatever batch they travel", () =>
    inWorld({ a: () => ({ status: 503 }) }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a]] })
        const ask = Effect.flip(rpc.request("eth_call"))
        const errors = yield* inVirtualTime(asOneCall(Effect.all([ask, ask])))
        expect(errors.map(({ reason }) => reason._tag)).toEqual(["Status", "Spent"])
        expect(asked()).toBe("aaaa")
      }),
    ),
  )

  it.effect("share its deadline", () =>
    inWorld({ a: hung }, ({ rpcOf }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a]] })
        const call = asOneCall(Effect.andThen(Effect.sleep(25_000), rpc.request("eth_call")))
        expect(yield* timed(call)).toBe(30_000)
      }),
    ),
  )

  it.effect("are no part of a call in which the network was first reached", () =>
    inWorld({ a: () => ({ status: 503 }) }, ({ rpcOf, asked }) =>
      Effect.gen(function* () {
        const rpc = yield* asOneCall(rpcOf({ tiers: [[a]] }))
        yield* timed(rpc.request("eth_call"))
        yield* Effect.sleep(5_000).pipe(timed)
        const before = asked().length
        yield* timed(rpc.request("eth_call"))
        expect([before, asked().length]).toEqual([4, 5])
      }),
    ),
  )
})
