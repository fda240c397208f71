import { it } from "@effect/vitest"
import { Clock, Effect, Fiber, Random, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { describe, expect } from "vitest"
import { askOnce } from "./askOnce.ts"
import { hedgePolicy, makeHosts } from "./Hosts.ts"
import type { HttpReason } from "./Http.ts"
import { asOneCall } from "./LogicalCall.ts"
import { readPolicy, requestsFor } from "./Retry.ts"
import { readFrom } from "./readFrom.ts"

type Reason =
  | HttpReason
  | { readonly _tag: "Malformed" }
  | { readonly _tag: "Answered"; readonly code: number }

/** What a host does when asked: after so many ms it fails for a reason, or succeeds where there is none. */
interface Act {
  readonly ms: number
  readonly reason: Reason | null
}

/** Each host's acts by its name, the last one over and over. */
type Script = Readonly<Record<string, readonly Act[]>>

/** A request as the host saw it. `end` is infinite while it is on its way, `said` null where it was cut off. */
interface Seen {
  readonly host: string
  readonly at: number
  end: number
  said: Act | null
}

const makeWorld = (script: Script) => {
  const hosts = makeHosts()
  const seen: Seen[] = []
  const heldBack: Seen[] = []
  const attempt = Effect.fnUntraced(function* ({
    host,
  }: {
    readonly host: string
  }): Effect.fn.Return<string, Reason> {
    const acts = script[host] ?? []
    const before = seen.filter((entry) => entry.host === host).length
    const act = acts[Math.min(before, acts.length - 1)] ?? { ms: 0, reason: null }
    const at = yield* Clock.currentTimeMillis
    const entry: Seen = { host, at, end: Number.POSITIVE_INFINITY, said: null }
    if (seen.some((other) => other.host === host && retryAt(other) > entry.at)) heldBack.push(entry)
    seen.push(entry)
    yield* Effect.ensuring(
      Effect.sleep(act.ms),
      Effect.map(Clock.currentTimeMillis, (end) => {
        entry.end = end
      }),
    )
    entry.said = act
    return act.reason === null ? host : yield* Effect.fail(act.reason)
  })
  const read = (...tiers: readonly (readonly string[])[]) =>
    readFrom(
      {
        hosts,
        method: "read",
        refusal: "ofHost",
        tiers: tiers.map((tier) => tier.map((host) => ({ host }))),
      },
      attempt,
    ).pipe(Effect.mapError(({ host, reason }) => ({ host, reason })))
  const once = (host: string) =>
    askOnce({ asked: { hosts, method: "once", refusal: "ofHost" }, target: { host } }, attempt)
  return { hosts, seen, heldBack, read, once, trail: () => seen.map(({ at, host }) => `${at} ${host}`) }
}

/** Of what a host has said so far. */
const retryAt = ({ said }: Seen): number => (said?.reason?._tag === "Status" ? (said.reason.retryAt ?? 0) : 0)

const halfway: typeof Random.Random.Service = { nextDoubleUnsafe: () => 0.5, nextIntUnsafe: () => 0 }

/** Runs to the end, and tells how many ms that took. */
const timed = Effect.fnUntraced(
  function* <A, E>(effect: Effect.Effect<A, E>) {
    const start = yield* Clock.currentTimeMillis
    const fiber = yield* effect.pipe(
      Effect.result,
      Effect.flatMap((outcome) =>
        Effect.map(Clock.currentTimeMillis, (end) => ({ outcome, ms: end - start })),
      ),
      Effect.forkChild({ startImmediately: true }),
    )
    yield* TestClock.adjust(readPolicy.total)
    return yield* Fiber.join(fiber)
  },
  Effect.provideService(Random.Random, halfway),
)

const down: Act = { ms: 10, reason: { _tag: "Unreachable", detail: "" } }
const good = (ms: number): Act => ({ ms, reason: null })
const hung = good(Number.POSITIVE_INFINITY)
const busy = (until: number): Act => ({ ms: 10, reason: { _tag: "Status", status: 429, retryAt: until } })

const reason: fc.Arbitrary<Reason> = fc.oneof(
  fc.record({
    _tag: fc.constant("Status" as const),
    status: fc.constantFrom(400, 403, 404, 408, 429, 500, 503),
    retryAt: fc.nat({ max: 120_000 }),
  }),
  fc.constantFrom<Reason>(
    { _tag: "Unreachable", detail: "" },
    { _tag: "Malformed" },
    { _tag: "TooLarge", limit: 1 },
    { _tag: "Answered", code: 3 },
  ),
)
const act = fc.record({ ms: fc.nat({ max: 15_000 }), reason: fc.option(reason, { freq: 9 }) })
const names = ["a", "b", "c", "d", "e"] as const
const scripts = fc
  .tuple(...names.map(() => fc.array(act, { minLength: 1, maxLength: 4 })))
  .map((acts): Script => Object.fromEntries(names.map((name, at) => [name, acts[at] ?? []])))
/** One to five hosts in up to three tiers. */
const tiers = fc
  .array(fc.nat({ max: 2 }), { minLength: 1, maxLength: names.length })
  .map((places) => [0, 1, 2].map((tier) => names.filter((_, at) => places[at] === tier)))
const pause = fc.nat({ max: 20_000 })

it("keeps to budget, deadline, Retry-After and breakers, and hedges only what is late, whatever hosts do", async () => {
  const calls = fc.array(fc.record({ tiers, pause, reads: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(scripts, calls, async (script, calls) => {
      const world = makeWorld(script)
      const { hosts, seen } = world
      await Effect.runPromise(
        Effect.gen(function* () {
          for (const { tiers, pause, reads } of calls) {
            const before = seen.length
            const all = asOneCall(Effect.forEach(Array.from({ length: reads }), () => world.read(...tiers)))
            const { ms, outcome } = yield* timed(all)
            expect(ms).toBeLessThanOrEqual(readPolicy.total)
            expect(seen.length - before).toBeLessThanOrEqual(requestsFor(tiers.flat().length))
            if (Result.isFailure(outcome)) expect(outcome.failure.reason._tag).toBeTypeOf("string")
            yield* TestClock.adjust(pause)
          }
        }).pipe(Effect.provide(TestClock.layer())),
      )
      expect(world.heldBack).toEqual([])
      const hasty = seen.filter(({ at }, index) =>
        seen.slice(0, index).some((other) => other.end > at && at - other.at < hedgePolicy.delay),
      )
      expect(hasty).toEqual([])
      // Five failures in a row leave a host alone for 5 s.
      for (const name of names) {
        const ended = hosts.attempts
          .all()
          .filter(({ host, outcome }) => host === name && outcome !== "overtaken")
        const early = ended.filter((attempt, index) => {
          const row = ended.slice(Math.max(0, index - 5), index)
          const last = row.at(-1)
          return (
            last !== undefined &&
            row.length === 5 &&
            row.every(({ outcome, why }) => outcome === "failed" && !/^(error|more)/.test(why)) &&
            attempt.at < last.at + last.ms + 5_000
          )
        })
        expect(early).toEqual([])
      }
    }),
  )
})

const succeeded = <A>(outcome: Result.Result<A, unknown>) => Result.getOrThrow(outcome)
const failed = <E>(outcome: Result.Result<unknown, E>) => Result.getOrThrow(Result.flip(outcome))

describe("a read that is late", () => {
  it.effect("is put to the next host as well, and the first good answer counts", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [good(900)], b: [good(100)] })
      const { outcome, ms } = yield* timed(world.read(["a", "b"]))
      expect(succeeded(outcome)).toBe("b")
      expect(ms).toBe(500)
      expect(world.trail()).toEqual(["0 a", "400 b"])
      expect(world.hosts.attempts.all().map(({ host, outcome, ms }) => [host, outcome, ms])).toEqual([
        ["b", "ok", 100],
        ["a", "overtaken", 500],
      ])
    }),
  )

  it.effect("may still be answered by the first host", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [good(450)], b: [good(100)] })
      const { outcome, ms } = yield* timed(world.read(["a", "b"]))
      expect(succeeded(outcome)).toBe("a")
      expect(ms).toBe(450)
    }),
  )

  it.effect("goes from host to host, and ends with an answer that no host would change", () =>
    Effect.gen(function* () {
      const no: Act = { ms: 50, reason: { _tag: "Answered", code: 3 } }
      const world = makeWorld({ a: [hung], b: [hung], c: [no] })
      const { outcome, ms } = yield* timed(world.read(["a", "b", "c"]))
      expect(failed(outcome)).toEqual({ host: "c", reason: { _tag: "Answered", code: 3 } })
      expect(ms).toBe(850)
      expect(world.trail()).toEqual(["0 a", "400 b", "800 c"])
    }),
  )

  it.effect("does not wait for a hung host when the other one fails", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [hung], b: [down, good(10)] })
      const { outcome, ms } = yield* timed(world.read(["a", "b"]))
      expect(succeeded(outcome)).toBe("b")
      expect(world.trail()).toEqual(["0 a", "400 b", "485 b"])
      expect(ms).toBe(495)
    }),
  )

  it.effect("spends its budget on hedges too", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [hung], b: [hung] })
      const { outcome, ms } = yield* timed(world.read(["a", "b"]))
      expect(failed(outcome).reason._tag).toBe("TimedOut")
      expect(world.trail()).toHaveLength(4)
      expect(ms).toBeLessThanOrEqual(30_000)
    }),
  )

  it.effect("stays in its tier, unless its host is being probed", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [...Array.from({ length: 5 }, () => down), hung], b: [good(10)] })
      yield* timed(world.read(["a"]))
      expect(succeeded((yield* timed(world.read(["a"], ["b"]))).outcome)).toBe("b")
      world.seen.length = 5
      const { outcome, ms } = yield* timed(world.read(["a"], ["b"]))
      expect(succeeded(outcome)).toBe("b")
      expect(ms).toBe(410)
    }),
  )
})

describe("a host that was asked before", () => {
  it.effect("is held to its Retry-After by every later call, which asks others meanwhile", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [busy(60_000), good(5)], b: [good(5)] })
      expect(succeeded((yield* timed(world.read(["a", "b"]))).outcome)).toBe("b")
      expect(succeeded((yield* timed(world.read(["a"], ["b"]))).outcome)).toBe("b")
      yield* TestClock.setTime(20_000)
      const { outcome, ms } = yield* timed(world.read(["a"]))
      expect(failed(outcome)).toEqual({ host: "a", reason: { _tag: "HeldBack", until: 60_000 } })
      expect(ms).toBe(0)
      yield* TestClock.setTime(45_000)
      const waited = yield* timed(world.read(["a"]))
      expect(succeeded(waited.outcome)).toBe("a")
      expect(waited.ms).toBe(15_005)
    }),
  )

  it.effect("is probed by one of those who wait for it, and answers them all once it is back", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [...Array.from({ length: 5 }, () => down), good(50)] })
      yield* timed(world.read(["a"]))
      yield* timed(world.read(["a"]))
      expect(world.seen).toHaveLength(5)
      const opened = (world.seen.at(-1)?.at ?? 0) + 10
      yield* TestClock.setTime(opened + 1_000)
      world.seen.length = 5
      const all = Effect.all([world.read(["a"]), world.read(["a"]), world.read(["a"])], {
        concurrency: "unbounded",
      })
      const { outcome, ms } = yield* timed(all)
      expect(succeeded(outcome)).toEqual(["a", "a", "a"])
      expect(world.trail().slice(5)).toEqual([
        `${opened + 5_000} a`,
        `${opened + 5_050} a`,
        `${opened + 5_050} a`,
      ])
      expect(ms).toBe(4_100)
    }),
  )

  it.effect("is not waited for by a call that has just seen it fail", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [down] })
      yield* timed(world.read(["a"]))
      const { outcome, ms } = yield* timed(world.read(["a"]))
      expect(failed(outcome)).toEqual({ host: "a", reason: { _tag: "Unreachable", detail: "" } })
      expect(ms).toBe(10)
    }),
  )
})

describe("a logical call", () => {
  it.effect("has one budget, however many reads it makes", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [down] })
      const read = Effect.result(world.read(["a"]))
      const { outcome } = yield* timed(asOneCall(Effect.all([read, asOneCall(read), read])))
      const [first, second] = succeeded(outcome)
      expect(failed(first).reason._tag).toBe("Unreachable")
      expect(failed(second)).toEqual({ host: "a", reason: { _tag: "Spent" } })
      expect(world.seen).toHaveLength(4)
    }),
  )

  it.effect("has one deadline, and a read in it that comes too late asks nobody", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [hung], b: [good(1)] })
      const both = Effect.all([Effect.result(world.read(["a"])), Effect.result(world.read(["b"]))])
      const { outcome, ms } = yield* timed(asOneCall(both))
      expect(ms).toBe(30_000)
      expect(succeeded(outcome).map((one) => failed(one).reason._tag)).toEqual(["TimedOut", "TimedOut"])
      expect(world.trail().filter((line) => line.endsWith("b"))).toEqual([])
    }),
  )
})

it.effect("from nobody is no read", () =>
  Effect.gen(function* () {
    const { outcome, ms } = yield* timed(makeWorld({}).read([], []))
    expect(failed(outcome)).toEqual({ host: "", reason: { _tag: "Unreachable", detail: "no host to ask" } })
    expect(ms).toBe(0)
  }),
)

describe("what is asked once", () => {
  it.effect("is never asked again, whatever comes of it", () =>
    Effect.gen(function* () {
      for (const act of [down, busy(0), hung]) {
        const world = makeWorld({ a: [act] })
        const { outcome, ms } = yield* timed(world.once("a"))
        expect(Result.isFailure(outcome)).toBe(true)
        expect(ms).toBeLessThanOrEqual(10_000)
        expect(world.seen).toHaveLength(1)
        expect(world.hosts.attempts.all()).toHaveLength(1)
      }
    }),
  )

  it.effect("is not asked at all while the host is to be left alone", () =>
    Effect.gen(function* () {
      const world = makeWorld({ a: [busy(70_000)] })
      yield* timed(world.once("a"))
      const { outcome } = yield* timed(world.once("a"))
      expect(failed(outcome)).toEqual({ _tag: "HeldBack", until: 70_000 })
      expect(world.seen).toHaveLength(1)
    }),
  )
})

it.effect("leaves a record of every attempt, which says why in few words", () =>
  Effect.gen(function* () {
    const acts: readonly Act[] = [
      { ms: 1, reason: { _tag: "Status", status: 503 } },
      { ms: 2, reason: { _tag: "Unreachable", detail: "ECONNREFUSED" } },
      hung,
      { ms: 3, reason: { _tag: "Answered", code: -32000 } },
      { ms: 4, reason: { _tag: "Malformed" } },
      { ms: 5, reason: { _tag: "TooLarge", limit: 10 } },
      good(6),
    ]
    const world = makeWorld({ a: acts })
    for (let call = 0; call < 4; call++) yield* timed(world.read(["a"]))
    expect(
      world.hosts.attempts
        .all()
        .map(({ host, method, ms, outcome, why }) => [host, method, ms, outcome, why]),
    ).toEqual([
      ["a", "read", 1, "failed", "HTTP status code: 503"],
      ["a", "read", 2, "failed", "ECONNREFUSED"],
      ["a", "read", 10_000, "failed", "no answer in 10000 ms"],
      ["a", "read", 3, "failed", "error -32000"],
      ["a", "read", 4, "failed", "malformed"],
      ["a", "read", 5, "failed", "more than 10 bytes"],
      ["a", "read", 6, "ok", ""],
    ])
  }),
)

it.effect("says of a read that its caller left that it was abandoned", () =>
  Effect.gen(function* () {
    const world = makeWorld({ a: [hung] })
    const fiber = yield* Effect.forkChild(world.read(["a"]), { startImmediately: true })
    yield* TestClock.adjust(2_000)
    yield* Fiber.interrupt(fiber)
    expect(world.hosts.attempts.all()).toEqual([
      { at: 0, host: "a", method: "read", ms: 2_000, outcome: "abandoned", why: "" },
    ])
  }),
)
