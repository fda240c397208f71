import { it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Result } from "effect"
import { TestClock } from "effect/testing"
import { describe, expect } from "vitest"
import {
  busy,
  down,
  good,
  type HostAct,
  hung,
  makeScriptedHosts,
  runTimed,
} from "../testing/scriptedHosts.ts"
import { makeWallClock } from "../testing/wallClock.ts"
import { executeRead } from "./executeRead.ts"
import { withLogicalCall } from "./LogicalCall.ts"
import { readPolicy } from "./Retry.ts"

const succeeded = <A>(outcome: Result.Result<A, unknown>) => Result.getOrThrow(outcome)
const failed = <E>(outcome: Result.Result<unknown, E>) => Result.getOrThrow(Result.flip(outcome))

describe("a late read", () => {
  it.effect("hedges to the next host, and returns the first successful response", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [good(900)], b: [good(100)] })
      const { outcome, ms } = yield* runTimed(world.read(["a", "b"]))
      expect(succeeded(outcome)).toBe("b")
      expect(ms).toBe(500)
      expect(world.trail()).toEqual(["0 a", "400 b"])
      expect(world.hosts.attempts.all().map(({ host, outcome, ms }) => [host, outcome, ms])).toEqual([
        ["b", "ok", 100],
        ["a", "overtaken", 500],
      ])
    }),
  )

  it.effect("returns the first host's response when it arrives before the hedge", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [good(450)], b: [good(100)] })
      const { outcome, ms } = yield* runTimed(world.read(["a", "b"]))
      expect(succeeded(outcome)).toBe("a")
      expect(ms).toBe(450)
    }),
  )

  it.effect.each([
    { ms: 9_999, trail: ["0 a"] },
    { ms: 10_001, trail: ["0 a", "10075 a"] },
  ])("waits 10 s for the response to a request: sends $trail.length when it takes $ms ms", ({ ms, trail }) =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [good(ms), good(1)] })
      expect(succeeded((yield* runTimed(world.read(["a"]))).outcome)).toBe("a")
      expect(world.trail()).toEqual(trail)
    }),
  )

  it.effect("moves from host to host, and ends with a final error response", () =>
    Effect.gen(function* () {
      const no: HostAct = { ms: 50, reason: { _tag: "Answered", code: 3 } }
      const world = makeScriptedHosts({ a: [hung], b: [hung], c: [no] })
      const { outcome, ms } = yield* runTimed(world.read(["a", "b", "c"]))
      expect(failed(outcome)).toEqual({ host: "c", reason: { _tag: "Answered", code: 3 } })
      expect(ms).toBe(850)
      expect(world.trail()).toEqual(["0 a", "400 b", "800 c"])
    }),
  )

  it.effect("retries the failed host instead of waiting for the hung one", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [hung], b: [down, good(10)] })
      const { outcome, ms } = yield* runTimed(world.read(["a", "b"]))
      expect(succeeded(outcome)).toBe("b")
      expect(world.trail()).toEqual(["0 a", "400 b", "485 b"])
      expect(ms).toBe(495)
    }),
  )

  it.effect("returns a response that arrives at the moment of the hedge", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [good(400)], b: [hung] })
      const { outcome, ms } = yield* runTimed(world.read(["a", "b"]))
      expect(succeeded(outcome)).toBe("a")
      expect(ms).toBe(400)
    }),
  )

  it.effect("counts hedges against its budget", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [hung], b: [hung] })
      const { outcome, ms } = yield* runTimed(world.read(["a", "b"]))
      expect(failed(outcome).reason._tag).toBe("TimedOut")
      expect(world.trail()).toHaveLength(4)
      expect(ms).toBeLessThanOrEqual(30_000)
    }),
  )

  it.effect("stays in its tier, unless its host is being probed", () =>
    Effect.gen(function* () {
      const closed = makeScriptedHosts({ a: [hung], b: [good(10)] })
      yield* runTimed(closed.read(["a"], ["b"]))
      expect(closed.trail().filter((line) => line.endsWith("b"))).toEqual([])
      const world = makeScriptedHosts({ a: [...Array.from({ length: 5 }, () => down), hung], b: [good(10)] })
      yield* runTimed(world.read(["a"]))
      expect(succeeded((yield* runTimed(world.read(["a"], ["b"]))).outcome)).toBe("b")
      world.seen.length = 5
      const { outcome, ms } = yield* runTimed(world.read(["a"], ["b"]))
      expect(succeeded(outcome)).toBe("b")
      expect(ms).toBe(410)
    }),
  )
})

describe("a host with earlier failures", () => {
  it.effect("receives no call until its Retry-After has passed, while other hosts serve reads", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [busy(60_000), good(5)], b: [good(5)] })
      expect(succeeded((yield* runTimed(world.read(["a", "b"]))).outcome)).toBe("b")
      expect(succeeded((yield* runTimed(world.read(["a"], ["b"]))).outcome)).toBe("b")
      yield* TestClock.setTime(20_000)
      const { outcome, ms } = yield* runTimed(world.read(["a"]))
      expect(failed(outcome)).toEqual({ host: "a", reason: { _tag: "BackedOff", until: 60_000 } })
      expect(ms).toBe(0)
      yield* TestClock.setTime(45_000)
      const waited = yield* runTimed(world.read(["a"]))
      expect(succeeded(waited.outcome)).toBe("a")
      expect(waited.ms).toBe(15_005)
    }),
  )

  it.effect("causes no longer wait when the clock is set back", () =>
    Effect.gen(function* () {
      const hour = 3_600_000
      yield* TestClock.setTime(hour)
      const world = makeScriptedHosts({ a: [busy(hour + 5_000), good(5)] })
      const { wall, setBack } = yield* makeWallClock
      const read = Effect.result(world.read(["a"])).pipe(Effect.provideService(Clock.Clock, wall))
      const fiber = yield* Effect.forkChild(read, { startImmediately: true })
      yield* TestClock.adjust(1_000)
      setBack(hour)
      yield* TestClock.adjust(readPolicy.totalTimeoutMs)
      const outcome = fiber.pollUnsafe()
      yield* Fiber.interrupt(fiber)
      expect(outcome).toEqual(
        Exit.succeed(
          Result.fail({ host: "a", reason: { _tag: "Status", status: 429, retryAt: hour + 5_000 } }),
        ),
      )
    }),
  )

  it.effect("delays later calls only when the status means busy", () =>
    Effect.gen(function* () {
      const refusal: HostAct = { ms: 5, reason: { _tag: "Status", status: 403, retryAt: 60_000 } }
      const world = makeScriptedHosts({ a: [refusal, good(5)] })
      yield* runTimed(world.read(["a"]))
      expect(succeeded((yield* runTimed(world.read(["a"]))).outcome)).toBe("a")
    }),
  )

  it.effect("receives one probe from concurrent reads, and then serves all of them", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [...Array.from({ length: 5 }, () => down), good(50)] })
      yield* runTimed(world.read(["a"]))
      yield* runTimed(world.read(["a"]))
      expect(world.seen).toHaveLength(5)
      const opened = (world.seen.at(-1)?.at ?? 0) + 10
      yield* TestClock.setTime(opened + 1_000)
      world.seen.length = 5
      const all = Effect.all([world.read(["a"]), world.read(["a"]), world.read(["a"])], {
        concurrency: "unbounded",
      })
      const { outcome, ms } = yield* runTimed(all)
      expect(succeeded(outcome)).toEqual(["a", "a", "a"])
      expect(world.trail().slice(5)).toEqual([
        `${opened + 5_000} a`,
        `${opened + 5_050} a`,
        `${opened + 5_050} a`,
      ])
      expect(ms).toBe(4_100)
    }),
  )

  it.effect("delays no read that has just seen it fail", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [down] })
      yield* runTimed(world.read(["a"]))
      const { outcome, ms } = yield* runTimed(world.read(["a"]))
      expect(failed(outcome)).toEqual({ host: "a", reason: { _tag: "Unreachable", detail: "" } })
      expect(ms).toBe(10)
    }),
  )
})

describe("a logical call", () => {
  it.effect("has one budget for all of its reads", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [down] })
      const read = Effect.result(world.read(["a"]))
      const { outcome } = yield* runTimed(withLogicalCall(Effect.all([read, withLogicalCall(read), read])))
      const [first, second] = succeeded(outcome)
      expect(failed(first).reason._tag).toBe("Unreachable")
      expect(failed(second)).toEqual({ host: "a", reason: { _tag: "BudgetExhausted" } })
      expect(world.seen).toHaveLength(4)
    }),
  )

  it.effect("permits as many requests as its largest read, and no read more than alone", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [down], b: [good(1)] })
      const large = world.read(["b"], ["c", "d"])
      const small = Effect.result(world.read(["a"]))
      yield* runTimed(withLogicalCall(Effect.all([large, small, small])))
      expect(world.trail().map((line) => line.split(" ")[1])).toEqual(["b", "a", "a", "a", "a", "a"])
    }),
  )

  it.effect("has one deadline, and sends nothing for a read after it", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [hung], b: [good(1)] })
      const both = Effect.all([Effect.result(world.read(["a"])), Effect.result(world.read(["b"]))])
      const { outcome, ms } = yield* runTimed(withLogicalCall(both))
      expect(ms).toBe(30_000)
      expect(succeeded(outcome).map((one) => failed(one).reason._tag)).toEqual(["TimedOut", "TimedOut"])
      expect(world.trail().filter((line) => line.endsWith("b"))).toEqual([])
    }),
  )
})

it.effect("fails without a host", () =>
  Effect.gen(function* () {
    const { outcome, ms } = yield* runTimed(makeScriptedHosts({}).read([], []))
    expect(failed(outcome)).toEqual({ host: "", reason: { _tag: "Unreachable", detail: "no host" } })
    expect(ms).toBe(0)
  }),
)

it.effect("joins the logical call of the attempt that contains it", () =>
  Effect.gen(function* () {
    const { hosts, read, seen } = makeScriptedHosts({ a: [down] })
    const outer = executeRead(
      { hosts, method: "outer", refusal: "ofCall", tiers: [[{ host: "outer" }]] },
      () => Effect.mapError(read(["a"]), ({ reason }) => reason),
    )
    expect(Result.isFailure((yield* runTimed(outer)).outcome)).toBe(true)
    // The outer attempt uses one of the four requests.
    expect(seen).toHaveLength(3)
  }),
)

describe("requestOnce", () => {
  it.effect("sends one request regardless of its outcome", () =>
    Effect.gen(function* () {
      for (const act of [down, busy(0), hung]) {
        const world = makeScriptedHosts({ a: [act] })
        const { outcome, ms } = yield* runTimed(world.once("a"))
        expect(Result.isFailure(outcome)).toBe(true)
        expect(ms).toBeLessThanOrEqual(10_000)
        expect(world.seen).toHaveLength(1)
        expect(world.hosts.attempts.all()).toHaveLength(1)
      }
    }),
  )

  it.effect("sends nothing while the host is blocked", () =>
    Effect.gen(function* () {
      const world = makeScriptedHosts({ a: [busy(70_000)] })
      yield* runTimed(world.once("a"))
      const { outcome } = yield* runTimed(world.once("a"))
      expect(failed(outcome)).toEqual({ _tag: "BackedOff", until: 70_000 })
      expect(world.seen).toHaveLength(1)
    }),
  )
})

it.effect("records nothing for a host when no request was sent", () =>
  Effect.gen(function* () {
    const { hosts } = makeScriptedHosts({})
    const read = executeRead({ hosts, method: "read", refusal: "ofHost", tiers: [[{ host: "a" }]] }, () =>
      Effect.fail({ _tag: "BudgetExhausted" as const }),
    )
    for (let call = 0; call < 6; call++) {
      expect(failed((yield* runTimed(read)).outcome)).toEqual({
        host: "a",
        reason: { _tag: "BudgetExhausted" },
      })
    }
    expect(hosts.attempts.all()).toEqual([])
    expect(hosts.view("a").isOpen).toBe(false)
  }),
)

it.effect("records every attempt with a short reason", () =>
  Effect.gen(function* () {
    const acts: readonly HostAct[] = [
      { ms: 1, reason: { _tag: "Status", status: 503 } },
      { ms: 2, reason: { _tag: "Unreachable", detail: "ECONNREFUSED" } },
      hung,
      { ms: 3, reason: { _tag: "Answered", code: -32000 } },
      { ms: 4, reason: { _tag: "Malformed" } },
      { ms: 5, reason: { _tag: "TooLarge", limit: 10 } },
      good(6),
    ]
    const world = makeScriptedHosts({ a: acts })
    for (let call = 0; call < 4; call++) yield* runTimed(world.read(["a"]))
    expect(
      world.hosts.attempts
        .all()
        .map(({ host, method, ms, outcome, why }) => [host, method, ms, outcome, why]),
    ).toEqual([
      ["a", "read", 1, "failed", "HTTP status code: 503"],
      ["a", "read", 2, "failed", "ECONNREFUSED"],
      ["a", "read", 10_000, "failed", "no response in 10000 ms"],
      ["a", "read", 3, "failed", "error -32000"],
      ["a", "read", 4, "failed", "malformed"],
      ["a", "read", 5, "failed", "more than 10 bytes"],
      ["a", "read", 6, "ok", ""],
    ])
  }),
)

it.effect("records an abandoned attempt when the caller is interrupted", () =>
  Effect.gen(function* () {
    const world = makeScriptedHosts({ a: [hung] })
    const fiber = yield* Effect.forkChild(world.read(["a"]), { startImmediately: true })
    yield* TestClock.adjust(2_000)
    yield* Fiber.interrupt(fiber)
    expect(world.hosts.attempts.all()).toEqual([
      { at: 0, host: "a", method: "read", ms: 2_000, outcome: "abandoned", why: "" },
    ])
  }),
)
