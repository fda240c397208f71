import { it } from "@effect/vitest"
import { Effect, Result } from "effect"
import { TestClock } from "effect/testing"
import fc from "fast-check"
import { expect } from "vitest"
import { type HostFailure, type HostScript, makeScriptedHosts, runTimed } from "../testing/scriptedHosts.ts"
import { hedgePolicy } from "./Hosts.ts"
import { withLogicalCall } from "./LogicalCall.ts"
import { getRequestBudget, readPolicy } from "./Retry.ts"

const reason: fc.Arbitrary<HostFailure> = fc.oneof(
  fc.record({
    _tag: fc.constant("Status" as const),
    status: fc.constantFrom(400, 403, 404, 408, 429, 500, 503),
    retryAt: fc.nat({ max: 120_000 }),
  }),
  fc.constantFrom<HostFailure>(
    { _tag: "Unreachable", detail: "" },
    { _tag: "Malformed" },
    { _tag: "TooLarge", limit: 1 },
    { _tag: "Answered", code: 3 },
  ),
)
/** The constants coincide with other events. */
const ms = fc.oneof(fc.nat({ max: 15_000 }), fc.constantFrom(0, 75, 150, 325, 400, 800, 5_000, 9_600, 10_000))
const act = fc.record({ ms, reason: fc.option(reason, { freq: 9 }) })
const names = ["a", "b", "c", "d", "e"] as const
const scripts = fc
  .tuple(...names.map(() => fc.array(act, { minLength: 1, maxLength: 4 })))
  .map((acts): HostScript => Object.fromEntries(names.map((name, at) => [name, acts[at] ?? []])))
/** One to five hosts in up to three tiers. */
const tiers = fc
  .array(fc.nat({ max: 2 }), { minLength: 1, maxLength: names.length })
  .map((places) => [0, 1, 2].map((tier) => names.filter((_, at) => places[at] === tier)))
const pause = fc.nat({ max: 20_000 })

it("respects budget, deadline, tiers, Retry-After and breakers, and hedges only late attempts", async () => {
  const calls = fc.array(fc.record({ tiers, pause, reads: fc.integer({ min: 1, max: 3 }) }), {
    minLength: 1,
    maxLength: 4,
  })
  await fc.assert(
    fc.asyncProperty(scripts, calls, async (script, calls) => {
      const world = makeScriptedHosts(script)
      const { hosts, seen } = world
      await Effect.runPromise(
        Effect.gen(function* () {
          for (const { tiers, pause, reads } of calls) {
            const before = seen.length
            const all = withLogicalCall(
              Effect.forEach(Array.from({ length: reads }), () => world.read(...tiers)),
            )
            const { ms, outcome } = yield* runTimed(all)
            expect(ms).toBeLessThanOrEqual(readPolicy.totalTimeoutMs)
            expect(seen.length - before).toBeLessThanOrEqual(getRequestBudget(tiers.flat().length))
            if (Result.isFailure(outcome)) expect(outcome.failure.reason._tag).toBeTypeOf("string")
            yield* TestClock.adjust(pause)
          }
        }).pipe(Effect.provide(TestClock.layer())),
      )
      expect(world.heldBack).toEqual([])
      expect(world.astray).toEqual([])
      const hasty = seen.filter(({ at }, index) =>
        seen.slice(0, index).some((other) => other.end > at && at - other.at < hedgePolicy.defaultDelayMs),
      )
      expect(hasty).toEqual([])
      // Five consecutive failures block a host for 5 s. Failures that do not concern the whole host do not count.
      const ofHost = /^(?!error|more|HTTP status code: 40[04])/
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
            row.every(({ outcome, why }) => outcome === "failed" && ofHost.test(why)) &&
            attempt.at < last.at + last.ms + 5_000
          )
        })
        expect(early).toEqual([])
      }
    }),
  )
})
