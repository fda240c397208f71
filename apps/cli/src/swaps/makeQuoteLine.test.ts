import { expect, it } from "@effect/vitest"
import { SwapError, type SwapReview, type SwapState } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { describe } from "vitest"
import { eth, makeReviewingSwap, makeSwapReview, withMinimum } from "../testing/swaps.ts"
import { makeQuoteLine } from "./makeQuoteLine.ts"

const shown = makeSwapReview()
const noQuote = new SwapError({ reason: { _tag: "NoQuote" } })

/** Returns the line of a shown review, what it told, and a function that changes the state of the swap. */
const watchLine = Effect.gen(function* () {
  const state = yield* SubscriptionRef.make<SwapState>(makeReviewingSwap(shown))
  const live = makeQuoteLine({ state }, shown)
  const told: (string | undefined)[] = []
  const end = live.subscribe(() => told.push(live.line()?.text))
  const set = (review: SwapReview, change: Parameters<typeof makeReviewingSwap>[1] = {}) =>
    SubscriptionRef.set(state, makeReviewingSwap(review, change))
  return { end, live, set, state, told }
})

describe("makeQuoteLine", () => {
  it.effect("reports a new minimum once, and nothing while the shown review is the newest", () =>
    Effect.gen(function* () {
      const { end, live, set, told } = yield* watchLine
      expect(live.line()).toBeNull()
      yield* set(shown, { refreshing: true })
      expect(told).toEqual([])
      const newer = withMinimum(99n * eth)
      yield* set(newer)
      yield* set(newer, { refreshing: true })
      expect(told).toEqual([expect.stringMatching(/^New quote at .*: at least 99 mDAI$/)])
      expect(live.line()).toBe(live.line())
      end()
      yield* set(shown)
      expect(told.length).toBe(1)
    }),
  )

  it.effect("alarms while the newest review is worse", () =>
    Effect.gen(function* () {
      const { live, set } = yield* watchLine
      yield* set(withMinimum(97n * eth), { worse: { _tag: "Minimum", before: 98n * eth } })
      const text = "The minimum is now 97 mDAI, not 98 mDAI. Approve to review it again."
      expect(live.line()).toEqual({ text, alarms: true })
      yield* set(withMinimum(99n * eth))
      expect(live.line()?.alarms).toBe(false)
    }),
  )

  it.effect("alarms when the review has expired, and when there is none any more", () =>
    Effect.gen(function* () {
      const { live, set, state, told } = yield* watchLine
      yield* set(shown, { stale: true })
      expect(live.line()).toMatchObject({ text: expect.stringMatching(/expired/), alarms: true })
      yield* SubscriptionRef.set(state, { _tag: "Failed", error: noQuote })
      expect([live.line()?.alarms, told.length]).toEqual([true, 1])
    }),
  )
})
