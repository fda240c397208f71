import { it } from "@effect/vitest"
import { Clock, Effect, Exit, Scope } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import { measureMs, type NodeScript, withScriptedNodes } from "../testing/nodesFixture.ts"
import { makeWallClock } from "../testing/wallClock.ts"
import { polls } from "./Poll.ts"

const [a, b, c] = ["https://a.test/", "https://b.test/", "https://c.test/"]
const poll = polls.eip155

const at =
  (block: number, ms = 20): NodeScript =>
  () => ({ ms, result: `0x${block.toString(16)}` })

/** Lets time pass, and runs the requests that are due. Seconds. */
const pass = (seconds: number) => measureMs(Effect.sleep(seconds * 1000))

describe("polling", () => {
  it.effect("requests the block of every node every 4 s during calls, and for a minute after the last", () =>
    withScriptedNodes({ a: at(100), b: at(100) }, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]], poll })
        yield* pass(20)
        expect(log).toEqual([])
        yield* measureMs(rpc.request("eth_call"))
        yield* pass(9)
        expect(log.slice(1)).toEqual(
          [
            "24000 a eth_blockNumber",
            "24000 b eth_blockNumber",
            "28000 a eth_blockNumber",
            "28000 b eth_blockNumber",
          ].toSorted(),
        )
        yield* pass(300)
        expect(Math.max(...log.map(Number.parseFloat))).toBe(76_000)
        const before = log.length
        yield* measureMs(rpc.request("eth_call"))
        yield* pass(5)
        expect(log.length).toBe(before + 3)
      }),
    ),
  )

  it.effect("stops on time when the clock is set back", () =>
    withScriptedNodes({ a: at(100), b: at(100) }, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        yield* TestClock.setTime(3_600_000)
        const { wall, setBack } = yield* makeWallClock
        const rpc = yield* rpcOf({ tiers: [[a, b]], poll })
        yield* measureMs(rpc.request("eth_call").pipe(Effect.provideService(Clock.Clock, wall)))
        setBack(3_600_000)
        yield* pass(64)
        const before = log.length
        yield* pass(300)
        expect(log.length).toBe(before)
      }),
    ),
  )

  it.effect("polls nodes that receive calls only in every third round", () =>
    withScriptedNodes({ a: at(100), b: at(100) }, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]], poll })
        for (let second = 0; second < 30; second++) {
          yield* measureMs(rpc.request("eth_call"))
          yield* pass(1)
        }
        const polled = (name: string) => log.filter((line) => line.endsWith(`${name} eth_blockNumber`)).length
        expect(polled("a")).toBe(3)
        expect(polled("b")).toBe(7)
      }),
    ),
  )

  it.effect("skips a single node and tiers not in use", () =>
    withScriptedNodes({ a: at(100), b: at(100), c: at(100) }, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a], [b, c]], poll })
        yield* measureMs(rpc.request("eth_call"))
        yield* pass(30)
        expect(log).toEqual(["0 a eth_call"])
      }),
    ),
  )

  it.effect("stops when the scope ends", () =>
    withScriptedNodes({ a: at(100), b: at(100) }, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        const scope = yield* Scope.make()
        const rpc = yield* Scope.provide(rpcOf({ tiers: [[a, b]], poll }), scope)
        yield* measureMs(rpc.request("eth_call"))
        yield* pass(5)
        const before = log.length
        expect(before).toBe(3)
        yield* Scope.close(scope, Exit.void)
        yield* pass(60)
        expect(log).toHaveLength(before)
      }),
    ),
  )

  it.effect("ranks nodes more than three blocks behind last, regardless of speed", () =>
    withScriptedNodes({ a: at(96, 1), b: at(100, 200), c: at(100, 200) }, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b, c]], poll })
        yield* measureMs(rpc.request("eth_call"))
        yield* pass(5)
        yield* measureMs(rpc.request("eth_call"))
        expect(log.filter((line) => line.endsWith("eth_call")).map((line) => line.split(" ")[1])).toEqual([
          "a",
          "b",
        ])
      }),
    ),
  )

  it.effect("returns calls to a failed node once it is better than the others", () => {
    let down = true
    const mends: NodeScript = () => (down ? { status: 503 } : { ms: 10, result: "0x64" })
    return withScriptedNodes({ a: mends, b: at(100, 100) }, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]], poll })
        yield* measureMs(rpc.request("eth_call"))
        down = false
        for (let round = 0; round < 12; round++) {
          yield* pass(4)
          yield* measureMs(rpc.request("eth_call"))
        }
        const asked = log.filter((line) => line.endsWith("eth_call")).map((line) => line.split(" ")[1])
        expect(asked.slice(0, 3)).toEqual(["a", "b", "b"])
        expect(asked.at(-1)).toBe("a")
      }),
    )
  })

  it.effect("skips a node until its Retry-After has passed", () =>
    withScriptedNodes({ a: () => ({ status: 429, retryAfter: 30 }), b: at(100) }, ({ rpcOf, log }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]], poll })
        yield* measureMs(rpc.request("eth_call"))
        yield* pass(29)
        expect(log.filter((line) => line.split(" ")[1] === "a")).toEqual(["0 a eth_call"])
        yield* pass(4)
        expect(log.filter((line) => line.split(" ")[1] === "a")).toHaveLength(2)
      }),
    ),
  )
})

it.effect("records a failed attempt when a poll gets no response within 4 s", () =>
  withScriptedNodes(
    { a: at(100), b: (method) => (method === "eth_blockNumber" ? "hang" : {}) },
    ({ rpcOf, hosts }) =>
      Effect.gen(function* () {
        const rpc = yield* rpcOf({ tiers: [[a, b]], poll })
        yield* measureMs(rpc.request("eth_call"))
        yield* pass(9)
        expect(hosts.attempts.all().filter(({ host }) => host === "b.test")).toEqual([
          {
            at: 4_000,
            host: "b.test",
            method: "eth_blockNumber",
            ms: 4_000,
            outcome: "failed",
            why: "no response in 4000 ms",
          },
        ])
      }),
  ),
)

it("decodes a block height from a valid result only", () => {
  const read = (result: unknown) => poll?.block(result)
  expect(read("0x64")).toBe(100)
  for (const nonsense of [100, "100", "", "0x", "0xg", null, {}, [], `0x${"f".repeat(16)}`])
    expect(read(nonsense)).toBeNull()
  expect(polls.solana?.block("ok")).toBeNull()
})

it.effect("sends no polls for a network without a poll method", () =>
  withScriptedNodes({ a: at(1), b: at(2) }, ({ rpcOf, log }) =>
    Effect.gen(function* () {
      const rpc = yield* rpcOf({ tiers: [[a, b]], poll: polls.bip122 })
      yield* measureMs(rpc.request("eth_call"))
      yield* TestClock.adjust("5 minutes")
      expect(log).toHaveLength(1)
    }),
  ),
)
