import { expect, it } from "@effect/vitest"
import type { AcknowledgedSwapWarnings, Swap, SwapReview } from "@wmodal/core/flows"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import type { ApprovedAction } from "../payments/ApprovalGrant.ts"
import {
  eth,
  makeBatchReview,
  makeSwapEntry,
  makeSwapReview,
  makeTwoStepReview,
  withMinimum,
} from "../testing/swaps.ts"
import type { PreparedSwap } from "./prepareSwap.ts"
import { submitStep } from "./submitStep.ts"

const toPrepared = (review: SwapReview): PreparedSwap => ({ review, worth: null })

/** Runs one step and records the wallet's requests and the granted actions. */
const runSubmitStep = Effect.fnUntraced(function* (
  confirmed: SwapReview,
  anew: SwapReview = confirmed,
  latest: SwapReview | null = null,
) {
  const asked: (readonly [SwapReview, AcknowledgedSwapWarnings])[] = []
  const said: ApprovedAction[] = []
  let looks = 0
  const submit: Swap["submit"] = (review, passed) =>
    Effect.sync(() => {
      asked.push([review, passed])
      return makeSwapEntry(review, { _tag: "Sent", hash: "0x1" })
    })
  const shown = toPrepared(confirmed)
  const taken = yield* submitStep(shown, latest === null ? shown : toPrepared(latest), {
    swap: { submit },
    prepare: Effect.sync(() => {
      looks += 1
      return toPrepared(anew)
    }),
    submitApproved: (approved, request) => {
      if (approved !== null) said.push(approved)
      return request
    },
  })
  return { asked, said, taken, looks }
})

describe("submitStep", () => {
  it.effect("submits the shown step with its confirmed warnings", () =>
    Effect.gen(function* () {
      const review = makeTwoStepReview({ stops: [{ _tag: "Untried" }] })
      const { asked, looks, said, taken } = yield* runSubmitStep(review)
      expect(taken).toMatchObject({ _tag: "Left", entry: { id: "entry-0002" } })
      expect(asked).toEqual([[review, ["Untried"]]])
      expect(said).toMatchObject([{ transaction: review.steps[0].transaction, fee: review.steps[0].fee }])
      expect(looks).toBe(0)
    }),
  )

  it.effect("grants exactly the calls of a batch and at most the shown fee", () =>
    Effect.gen(function* () {
      const review = makeBatchReview()
      const { said } = yield* runSubmitStep(review)
      const most = 63n * 10n ** 12n + 3n * review.quote.gas
      expect(said).toMatchObject([{ calls: review.steps.map(({ call }) => call), most }])
    }),
  )

  it.effect("submits a rebuilt step when the quote has expired and nothing is worse", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000)
      const anew = withMinimum(99n * eth, { until: 16_000 })
      const { asked, looks, taken } = yield* runSubmitStep(makeSwapReview(), anew)
      expect([looks, taken._tag, asked]).toEqual([1, "Left", [[anew, []]]])
    }),
  )

  it.effect("returns Worse without a request when the rebuilt step is worse", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000)
      const anew = withMinimum(98n * eth, { until: 16_000 })
      const { asked, said, taken } = yield* runSubmitStep(makeSwapReview(), anew)
      expect(taken).toMatchObject({ _tag: "Worse", because: expect.stringContaining("98 mDAI") })
      expect([asked, said]).toEqual([[], []])
    }),
  )

  it.effect("submits the latest review when it is not worse", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(11_000)
      const better = withMinimum(99n * eth, { until: 25_000 })
      const { asked, looks, taken } = yield* runSubmitStep(makeSwapReview(), makeSwapReview(), better)
      expect([looks, taken._tag, asked]).toEqual([0, "Left", [[better, []]]])
      const lower = withMinimum(98n * eth, { until: 25_000 })
      const refused = yield* runSubmitStep(makeSwapReview(), makeSwapReview(), lower)
      expect([refused.looks, refused.taken._tag, refused.asked]).toEqual([0, "Worse", []])
    }),
  )
})
