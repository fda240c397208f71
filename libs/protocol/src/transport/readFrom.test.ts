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
