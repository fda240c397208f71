import { it } from "@effect/vitest"
import { Clock, Effect, Fiber, Random } from "effect"
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

/** Runs one read, and tells who was asked when and did what. */
const run = (script: readonly (readonly Act[])[], random: number) =>
  Effect.gen(function* () {
    const asked: { readonly host: number; readonly at: number; readonly act: Act }[] = []
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

it("keeps to its budget and its deadline, and asks nobody in vain", async () => {
  const jitter = fc.double({ min: 0, max: 0.999, noNaN: true })
  await fc.assert(
    fc.asyncProperty(scripts, jitter, async (script, random) => {
      const { asked, outcome, end } = await Effect.runPromise(run(script, random))
      expect(asked.length).toBeLessThanOrEqual(Math.max(4, 2 * script.length))
      expect(end).toBeLessThanOrEqual(readPolicy.total)

      const inOrder = asked.slice(0, script.length).map(({ host }) => host)
      if (asked.length >= script.length && asked.every(({ act }) => act.milliseconds === 0)) {
        expect(inOrder).toEqual([...script.keys()])
      }
      for (const [index, { host, at, act }] of asked.entries()) {
        const later = asked.slice(index + 1)
        const { reason } = act
        expect(at).toBeLessThan(readPolicy.total)
        // Cut off before it could say anything.
        if (act.milliseconds >= Math.min(readPolicy.attempt, readPolicy.total - at)) continue
        if (reason === null || reason._tag === "TooLarge" || reason._tag === "Answered") {
          expect(later).toEqual([])
          continue
        }
        const again = later.find((entry) => entry.host === host)
        if (
          reason._tag === "Malformed" ||
          (reason._tag === "Status" && [400, 403, 404].includes(reason.status))
        ) {
          expect(again).toBeUndefined()
        }
        if (reason._tag === "Status" && again !== undefined) {
          expect(again.at).toBeGreaterThanOrEqual(Math.max(reason.retryAt ?? 0, at + act.milliseconds))
        }
      }
      const last = asked.at(-1)
      if (outcome._tag === "Success") expect(last?.act.reason).toBeNull()
      else expect(outcome.failure.host).toBe(last?.host)
    }),
  )
})
