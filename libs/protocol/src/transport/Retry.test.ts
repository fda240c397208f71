import { it } from "@effect/vitest"
import { Clock, Effect, Fiber, Random, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { expect } from "vitest"
import type { HttpReason } from "./Http.ts"
import { readFrom, readPolicy } from "./Retry.ts"

type Reason = HttpReason | { readonly _tag: "Malformed" } | { readonly _tag: "Answered" }

/** What a host does when asked: after so many ms it fails for a reason, or succeeds where there is none. */
interface Act {
  readonly milliseconds: number
  readonly reason: Reason | null
}

const reason: fc.Arbitrary<Reason> = fc.oneof(
  fc.record({
    _tag: fc.constant("Status" as const),
    status: fc.constantFrom(400, 403, 404, 408, 429, 500, 503),
    retryAt: fc.nat({ max: 60_000 }),
  }),
  fc.constantFrom<Reason>(
    { _tag: "Unreachable", detail: "" },
    { _tag: "Malformed" },
    { _tag: "TooLarge", limit: 1 },
    { _tag: "Answered" },
  ),
)
const act: fc.Arbitrary<Act> = fc.record({
  milliseconds: fc.nat({ max: 15_000 }),
  reason: fc.option(reason, { freq: 9 }),
})
/** Each host's acts, the last one over and over. */
const scripts = fc.array(fc.array(act, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 })

interface Asked {
  readonly host: number
  readonly at: number
  readonly act: Act
}

/** Runs one read, and tells who was asked when and did what. */
const run = (script: readonly (readonly Act[])[], random: number) =>
  Effect.gen(function* () {
    const asked: Asked[] = []
    const attempt = Effect.fnUntraced(function* (host: number): Effect.fn.Return<"read", Reason> {
      const acts = script[host] ?? []
      const before = asked.filter((entry) => entry.host === host).length
      const act = acts[Math.min(before, acts.length - 1)] ?? { milliseconds: 0, reason: null }
      asked.push({ host, at: yield* Clock.currentTimeMillis, act })
      yield* Effect.sleep(act.milliseconds)
      return act.reason === null ? "read" : yield* Effect.fail(act.reason)
    })
    const [first = 0, ...others] = script.keys()
    const fiber = yield* readFrom([first, ...others], attempt).pipe(
      Effect.result,
      Effect.flatMap((outcome) => Effect.map(Clock.currentTimeMillis, (end) => ({ outcome, end }))),
      Effect.forkChild({ startImmediately: true }),
    )
    yield* TestClock.adjust(readPolicy.total)
    return { asked, ...(yield* Fiber.join(fiber)) }
  }).pipe(
    Effect.provideService(Random.Random, { nextDoubleUnsafe: () => random, nextIntUnsafe: () => 0 }),
    Effect.provide(TestClock.layer()),
  )

/** From when on anyone, and this host, may be asked after it did this. */
const openAgain = ({ at, act: { milliseconds, reason } }: Asked) => {
  const limit = Math.min(readPolicy.attempt, readPolicy.total - at)
  if (milliseconds >= limit) return { anyone: at + limit, host: at + limit }
  const after = at + milliseconds
  switch (reason?._tag) {
    case undefined:
    case "TooLarge":
    case "Answered":
      return { anyone: Number.POSITIVE_INFINITY, host: Number.POSITIVE_INFINITY }
    case "Malformed":
      return { anyone: after, host: Number.POSITIVE_INFINITY }
    case "Status":
      return [400, 403, 404].includes(reason.status)
        ? { anyone: after, host: Number.POSITIVE_INFINITY }
        : { anyone: after, host: Math.max(after, reason.retryAt ?? 0) }
    default:
      return { anyone: after, host: after }
  }
}

it("keeps to its budget and its deadline, and asks nobody in vain", async () => {
  const jitter = fc.double({ min: 0, max: 0.999, noNaN: true })
  await fc.assert(
    fc.asyncProperty(scripts, jitter, async (script, random) => {
      const { asked, outcome, end } = await Effect.runPromise(run(script, random))
      expect(asked.length).toBeLessThanOrEqual(Math.max(4, 2 * script.length))
      expect(end).toBeLessThanOrEqual(readPolicy.total)
      expect(asked.every(({ at }) => at < readPolicy.total)).toBe(true)
      const inVain = asked.flatMap((entry, index) => {
        const open = openAgain(entry)
        return asked
          .slice(index + 1)
          .filter(({ host, at }) => at < open.anyone || (host === entry.host && at < open.host))
      })
      expect(inVain).toEqual([])
      const last = asked.at(-1)
      const told = Result.isSuccess(outcome) ? { host: last?.host, reason: null } : outcome.failure
      expect(told.host).toBe(last?.host)
      expect([last?.act.reason?._tag ?? null, "TimedOut"]).toContain(told.reason?._tag ?? null)
    }),
  )
})

it.effect("goes through hosts in the order given, before it comes back to any", () =>
  Effect.gen(function* () {
    const down: readonly Act[] = [{ milliseconds: 0, reason: { _tag: "Unreachable", detail: "" } }]
    const { asked } = yield* run([down, down, down], 0)
    expect(asked.map(({ host }) => host)).toEqual([0, 1, 2, 0, 1, 2])
  }),
)
