import { expect, it } from "@effect/vitest"
import {
  type LedgerEntry,
  type Swap,
  SwapError,
  type SwapProgress,
  type SwapReview,
  type SwapState,
} from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { describe } from "vitest"
import type { ApprovedAction } from "../payments/ApprovalGrant.ts"
import {
  eth,
  makeBatchReview,
  makeReviewingSwap,
  makeSwapEntry,
  makeSwapReview,
  makeTwoStepReview,
  withMinimum,
} from "../testing/swaps.ts"
import { requestStep } from "./requestStep.ts"

const declined = new SwapError({ reason: { _tag: "NoQuote" } })
const unread = new SwapError({ reason: { _tag: "Stale" } })

type Reviewing = ReturnType<typeof makeReviewingSwap>

/** Runs one step of a scripted engine: records its calls, and the granted actions. */
const makeStep = Effect.fnUntraced(function* (
  shown: Reviewing,
  script: {
    /** The state after a refresh. */
    readonly refreshed?: SwapState
    /** The state after the wallet request; default: the swap is sent. */
    readonly answered?: Effect.Effect<SwapState>
  } = {},
) {
  const state = yield* SubscriptionRef.make<SwapState>(shown)
  const calls: string[] = []
  const granted: ApprovedAction[] = []
  const note = (call: string) => Effect.sync(() => void calls.push(call))
  const set = (next: SwapState) => SubscriptionRef.set(state, next)
  const progress: SwapProgress = { ...shown.progress, swap: "entry-0002" }
  const answered = script.answered ?? Effect.succeed<SwapState>({ _tag: "Left", progress })
  const swap = {
    state,
    acknowledge: (tag) => note(`acknowledge ${tag}`),
    back: note("back"),
    confirm: Effect.andThen(note("confirm"), Effect.flatMap(answered, set)),
    review: Effect.andThen(note("review"), set(script.refreshed ?? shown)),
  } satisfies Partial<Swap> as unknown as Swap
  const entries = yield* SubscriptionRef.make<readonly LedgerEntry[]>([
    makeSwapEntry(shown.review, { _tag: "Sent", hash: "0x1" }),
  ])
  const step = requestStep({ swap, ledger: { entries } }, (approved, request) => {
    if (approved !== null) granted.push(approved)
    return request
  })
  return { calls, granted, set, step }
})

const show = (review: SwapReview, change?: Partial<Reviewing>) => makeReviewingSwap(review, change)

describe("requestStep", () => {
  it.effect("requests the shown step with its confirmed warnings, and grants exactly that", () =>
    Effect.gen(function* () {
      const review = makeTwoStepReview({ stops: [{ _tag: "Untried" }] })
      const { calls, granted, step } = yield* makeStep(show(review))
      expect(yield* step).toMatchObject({ review, entry: { id: "entry-0002" } })
      expect(calls).toEqual(["acknowledge Untried", "confirm"])
      expect(granted).toMatchObject([{ transaction: review.steps[0].transaction, fee: review.steps[0].fee }])
    }),
  )

  it.effect("grants exactly the calls of a batch and at most the shown fee", () =>
    Effect.gen(function* () {
      const review = makeBatchReview()
      const { granted, step } = yield* makeStep(show(review))
      yield* step
      const most = review.steps.reduce((sum, { fee }) => sum + (fee?.most ?? 0n), 0n)
      expect(most).toBe((63n + 225n) * 10n ** 12n)
      expect(granted).toMatchObject([{ calls: review.steps.map(({ call }) => call), most }])
    }),
  )

  it.effect("refreshes an expired review, and requests the newer one", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(600)
      const newer = withMinimum(99n * eth, { until: 16_000 })
      const { calls, step } = yield* makeStep(show(makeSwapReview()), { refreshed: show(newer) })
      expect((yield* step)?.review).toBe(newer)
      expect(calls).toEqual(["review", "confirm"])
    }),
  )

  it.effect("requests nothing when the newest review is worse", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000)
      const worse = { _tag: "Minimum", before: 98n * eth } as const
      const refreshed = show(withMinimum(97n * eth, { until: 16_000 }), { worse })
      const { calls, granted, step } = yield* makeStep(show(makeSwapReview()), { refreshed })
      expect([yield* step, calls, granted]).toEqual([null, ["review"], []])
    }),
  )

  it.effect("waits for a running refresh before it looks at the review", () =>
    Effect.gen(function* () {
      const { calls, set, step } = yield* makeStep(show(makeSwapReview(), { refreshing: true }))
      const running = yield* Effect.forkChild(step, { startImmediately: true })
      expect(calls).toEqual([])
      const newer = withMinimum(99n * eth)
      yield* set(show(newer))
      expect((yield* Fiber.join(running))?.review).toBe(newer)
    }),
  )

  it.effect("fails without a request when an expired review cannot be refreshed", () =>
    Effect.gen(function* () {
      yield* TestClock.setTime(1000)
      const refreshed = show(makeSwapReview(), { error: unread, stale: true })
      const { calls, step } = yield* makeStep(show(makeSwapReview()), { refreshed })
      expect([yield* Effect.flip(step), calls]).toEqual([unread, ["review"]])
    }),
  )

  it.effect.each([
    ["the review with the error", show(makeSwapReview(), { error: declined })],
    ["the form", { _tag: "Failed", error: declined }],
  ] as const)("fails when the engine shows %s after the request", ([, after]) =>
    Effect.gen(function* () {
      const { step } = yield* makeStep(show(makeSwapReview()), { answered: Effect.succeed(after) })
      expect(yield* Effect.flip(step)).toBe(declined)
    }),
  )

  it.effect("does not report the approval before it as the step that it requested", () =>
    Effect.gen(function* () {
      const progress = { approval: "entry-0002", swap: null }
      const after = show(makeSwapReview(), { error: declined, progress })
      const shown = show(makeSwapReview(), { progress })
      const { step } = yield* makeStep(shown, { answered: Effect.succeed(after) })
      expect(yield* Effect.flip(step)).toBe(declined)
    }),
  )

  it.effect("cancels the request when it is interrupted", () =>
    Effect.gen(function* () {
      const { calls, step } = yield* makeStep(show(makeSwapReview()), { answered: Effect.never })
      const running = yield* Effect.forkChild(step, { startImmediately: true })
      yield* Fiber.interrupt(running)
      expect(calls).toEqual(["confirm", "back"])
    }),
  )
})
