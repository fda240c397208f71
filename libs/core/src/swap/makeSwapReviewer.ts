import { Clock, Effect, Result, SubscriptionRef } from "effect"
import { makeTaskHandle, type TaskHandle } from "../effects/TaskHandle.ts"
import { runDetached } from "../send/runDetached.ts"
import { findWorsening, isWorseWarning, withAgreedFees } from "./findWorsening.ts"
import type { PreparedSwap, PrepareSwap, SwapRequest } from "./makePrepareSwap.ts"
import type {
  AcknowledgedSwapWarnings,
  SwapError,
  SwapForm,
  SwapProgress,
  SwapReview,
  SwapState,
} from "./Swap.ts"
import { makeSwapError } from "./swapErrors.ts"

type ReviewingState = Extract<SwapState, { readonly _tag: "Reviewing" }>
type ApprovingState = Extract<SwapState, { readonly _tag: "Approving" }>

export interface SwapReviewerDeps {
  readonly state: SubscriptionRef.SubscriptionRef<SwapState>
  readonly prepare: PrepareSwap
  /** Notes that the exchange is asked. */
  readonly asked: Effect.Effect<void>
  /** What is shown from here on is the form, with this said of it. */
  readonly toForm: (refusal: SwapError) => Effect.Effect<void>
  /** Shows an approval that is on its way, and waits for it. */
  readonly awaitApproval: (state: ApprovingState) => Effect.Effect<void>
}

interface SwapReviewer {
  /** From the form to a review, or back to it with what is wrong. Waits for that. */
  readonly begin: (form: SwapForm, order: SwapRequest) => Effect.Effect<void>
  /** Everything anew for a review that is shown; nothing while that goes on. */
  readonly again: Effect.Effect<void>
  /** The exchange may take the source now: everything anew for what is left to do. */
  readonly approved: (state: ApprovingState) => Effect.Effect<void>
  /** Nothing that is read now is shown. */
  readonly stop: TaskHandle["stop"]
}

/** Reviews that are read, read again, and grow old. */
export const makeSwapReviewer = ({ asked, awaitApproval, prepare, state, toForm }: SwapReviewerDeps) =>
  Effect.gen(function* () {
    const reading = yield* makeTaskHandle
    const aging = yield* makeTaskHandle
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SwapState) => SubscriptionRef.set(state, next)
    /** The approval for which everything is read anew. */
    let rebuilding: SwapProgress | null = null

    /** `before` is what a yes stands for so far; `null` where there was none to say. */
    const show = (
      next: Pick<ReviewingState, "form" | "review" | "passed" | "progress" | "error">,
      before: SwapReview | null,
    ) =>
      Effect.gen(function* () {
        const { review } = next
        const worse = before === null ? null : findWorsening(before, review)
        const agreed = before === null ? review : worse === null ? withAgreedFees(before, review) : before
        const left = next.review.until - (yield* Clock.currentTimeMillis)
        yield* set({
          _tag: "Reviewing",
          ...next,
          agreed,
          worse,
          stale: left <= 0,
          refreshing: false,
          confirming: false,
        })
        const age = Effect.suspend(() => {
          const one = now()
          return one._tag === "Reviewing" && one.review === next.review && !one.confirming
            ? set({ ...one, stale: true })
            : Effect.void
        })
        yield* aging.run(left > 0 ? Effect.andThen(Effect.sleep(left), age) : Effect.void)
      })

    const begin: SwapReviewer["begin"] = (form, order) =>
      Effect.andThen(
        asked,
        runDetached(
          reading,
          prepare(order).pipe(
            Effect.flatMap((prepared) => opened(form, prepared)),
            Effect.catch(toForm),
          ),
        ),
      )

    const opened = (form: SwapForm, { pending, review }: PreparedSwap): Effect.Effect<void> => {
      if (pending === null)
        return show({ form, review, passed: [], progress: emptySwapProgress, error: null }, null)
      return pending.state._tag === "Sent"
        ? awaitApproval({
            _tag: "Approving",
            form,
            review,
            progress:
              review.steps[0].kind === "reset"
                ? { reset: pending.id, approval: null, swap: null }
                : { approval: pending.id, swap: null },
          })
        : toForm(makeSwapError({ _tag: "Duplicate", entry: pending.id }))
    }

    const again = Effect.suspend(() => {
      const before = now()
      if (before._tag !== "Reviewing" || before.confirming || before.refreshing) return Effect.void
      const { form, progress, review } = before
      /** Whatever was passed of it meanwhile. What is confirmed or edited is no longer read. */
      const ifShown = (next: (one: ReviewingState) => Effect.Effect<void>) =>
        Effect.suspend(() => {
          const one = now()
          return one._tag === "Reviewing" ? next(one) : Effect.void
        })
      return Effect.gen(function* () {
        yield* asked
        yield* set({ ...before, refreshing: true })
        yield* runDetached(
          reading,
          Effect.gen(function* () {
            const found = yield* Effect.result(prepare(toSwapRequest(review, progress)))
            yield* ifShown((one) => {
              if (Result.isSuccess(found))
                return found.success.pending === null
                  ? show(
                      {
                        form,
                        review: found.success.review,
                        passed: keepAcknowledged(review, one.passed, found.success.review),
                        progress,
                        // What a wallet said stays until there is another answer of it.
                        error: one.error?.reason._tag === "Wallet" ? one.error : null,
                      },
                      one.agreed,
                    )
                  : opened(form, found.success)
              // What could not be read is as it was, and grows old.
              return found.failure.reason._tag === "Failed"
                ? set({ ...one, refreshing: false, error: found.failure })
                : toForm(found.failure)
            })
          }),
        )
      })
    })

    const approved: SwapReviewer["approved"] = (waiting) =>
      Effect.suspend(() => {
        const { form, progress, review } = waiting
        if (rebuilding === progress) return Effect.void
        rebuilding = progress
        const ifWaiting = (next: Effect.Effect<void>) =>
          Effect.suspend(() => {
            const one = now()
            rebuilding = null
            return one._tag === "Approving" && one.progress === progress ? next : Effect.void
          })
        return Effect.andThen(
          asked,
          Effect.asVoid(
            reading.run(
              prepare(toSwapRequest(review, progress)).pipe(
                Effect.flatMap(({ review: next }) =>
                  ifWaiting(show({ form, review: next, passed: [], progress, error: null }, review)),
                ),
                Effect.catch((error) => ifWaiting(toForm(error))),
              ),
            ),
          ),
        )
      })

    const reviews: SwapReviewer = { begin, again, approved, stop: reading.stop }
    return reviews
  })

/** An act is for what was shown: what is worse since, or somebody else's, asks for another one. */
const keepAcknowledged = (
  before: SwapReview,
  passed: AcknowledgedSwapWarnings,
  { router, stops }: SwapReview,
): AcknowledgedSwapWarnings =>
  passed.filter((tag) => {
    const stop = stops.find(({ _tag }) => _tag === tag)
    return stop !== undefined && router === before.router && !isWorseWarning(stop, before.stops)
  })

const emptySwapProgress: SwapProgress = { approval: null, swap: null }

/** The same swap; in a review an approval that was asked for is one that the chain has, for whom it was shown. */
const toSwapRequest = (
  { account, form: { slippage }, quote: { amount, destination, source }, router }: SwapReview,
  { approval }: SwapProgress,
): SwapRequest => ({
  account,
  source,
  destination,
  amount,
  slippage,
  ...(approval === null ? {} : { allowed: router }),
})
