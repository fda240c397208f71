import { expect, it } from "@effect/vitest"
import { SwapError, type SwapReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import type { ItemError } from "../failure/exitName.ts"
import { eth, makeSwapReview, withMinimum } from "../testing/swaps.ts"
import type { PreparedSwap } from "./prepareSwap.ts"
import { watchQuote } from "./watchQuote.ts"

const toPrepared = (review: SwapReview): PreparedSwap => ({ review, worth: null })
const shown = toPrepared(makeSwapReview({ until: 15_000 }))
const noQuote = new SwapError({ reason: { _tag: "NoQuote" } })

/** Runs the watch with the result of each refresh. */
const runWatch = Effect.fnUntraced(function* (looks: readonly Effect.Effect<PreparedSwap, ItemError>[]) {
  let at = 0
  const prepare = Effect.suspend(() => looks[at++] ?? Effect.never)
  const watched = watchQuote(shown, prepare)
  const told: (string | undefined)[] = []
  const end = watched.live.subscribe(() => told.push(watched.live.line()?.text))
  yield* Effect.forkChild(watched.run, { startImmediately: true })
  return { ...watched, told, end, looks: () => at }
})

describe("watchQuote", () => {
  it.effect("refreshes the quote every 10 s and reports a new minimum once", () =>
    Effect.gen(function* () {
      const newer = toPrepared(withMinimum(99n * eth, { until: 25_000 }))
      const { end, latest, looks, told } = yield* runWatch([Effect.succeed(newer), Effect.succeed(newer)])
      yield* TestClock.adjust(9999)
      expect([looks(), latest()]).toEqual([0, shown])
      yield* TestClock.adjust(1)
      expect([looks(), latest()]).toEqual([1, newer])
      expect(told).toEqual([expect.stringMatching(/^New quote at .*: at least 99 mDAI$/)])
      end()
      yield* TestClock.adjust(10_000)
      expect([looks(), told.length]).toEqual([2, 1])
    }),
  )

  it.effect("reports a worse quote and continues", () =>
    Effect.gen(function* () {
      const worse = toPrepared(withMinimum(97n * eth, { until: 25_000 }))
      const better = toPrepared(withMinimum(99n * eth, { until: 35_000 }))
      const { live, latest } = yield* runWatch([Effect.succeed(worse), Effect.succeed(better)])
      yield* TestClock.adjust(10_000)
      expect(live.line()).toMatchObject({ text: expect.stringContaining("97 mDAI"), alarms: true })
      yield* TestClock.adjust(10_000)
      expect([live.line()?.alarms, latest()]).toEqual([false, better])
    }),
  )

  it.effect("reports the expiry when the quote expires and not before", () =>
    Effect.gen(function* () {
      const { latest, live, told } = yield* runWatch([Effect.fail(noQuote), Effect.fail(noQuote)])
      yield* TestClock.adjust(14_999)
      expect(live.line()).toBeNull()
      yield* TestClock.adjust(1)
      expect(live.line()).toMatchObject({
        text: expect.stringMatching(/^This quote has expired/),
        alarms: true,
      })
      expect(latest()).toBe(shown)
      yield* TestClock.adjust(60_000)
      expect(told.length).toBe(1)
    }),
  )

  it.effect("reports the expiry while a refresh is pending", () =>
    Effect.gen(function* () {
      const { live } = yield* runWatch([])
      yield* TestClock.adjust(14_999)
      expect(live.line()).toBeNull()
      yield* TestClock.adjust(1)
      expect(live.line()?.alarms).toBe(true)
    }),
  )
})
