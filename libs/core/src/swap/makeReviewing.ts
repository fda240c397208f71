import { Clock, Effect, Result, SubscriptionRef } from "effect"
import { makeSlot, type Slot } from "../attempt/Slot.ts"
import { settled } from "../send/settled.ts"
import type { Order, Prepare, Prepared } from "./prepareSwap.ts"
import type { SwapError, SwapForm, SwapPassed, SwapProgress, SwapReview, SwapState } from "./Swap.ts"
import { refuse } from "./swapError.ts"
import { agreedAfter, isWorseStop, worsened } from "./worsened.ts"

type Reviewing = Extract<SwapState, { readonly _tag: "Reviewing" }>
type Approving = Extract<SwapState, { readonly _tag: "Approving" }>

export interface ReviewingSurroundings {
  readonly state: SubscriptionRef.SubscriptionRef<SwapState>
  readonly prepare: Prepare
  /** Notes that the exchange is asked. */
  readonly asked: Effect.Effect<void>
  /** What is shown from here on is the form, with this said of it. */
  readonly toForm: (refusal: SwapError) => Effect.Effect<void>
  /** Shows an approval that is on its way, and waits for it. */
  readonly awaitApproval: (state: Approving) => Effect.Effect<void>
}

interface Reviews {
  /** From the form to a review, or back to it with what is wrong. Waits for that. */
  readonly begin: (form: SwapForm, order: Order) => Effect.Effect<void>
  /** Everything anew for a review that is shown; nothing while that goes on. */
  readonly again: Effect.Effect<void>
  /** The exchange may take the source now: everything anew for what is left to do. */
  readonly approved: (state: Approving) => Effect.Effect<void>
  /** Nothing that is read now is shown. */
  readonly stop: Slot["stop"]
}

/** Reviews that are read, read again, and grow old. */
export const makeReviewing = ({ asked, awaitApproval, prepare, state, toForm }: ReviewingSurroundings) =>
  Effect.gen(function* () {
    const reading = yield* makeSlot
    const aging = yield* makeSlot
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SwapState) => SubscriptionRef.set(state, next)
    /** The approval for which everything is read anew. */
    let rebuilding: SwapProgress | null = null

    /** `before` is what a yes stands for so far; `null` where there was none to say. */
    const show = (
      next: Pick<Reviewing, "form" | "review" | "passed" | "progress" | "error">,
      before: SwapReview | null,
    ) =>
      Effect.gen(function* () {
        const { review } = next
        const worse = before === null ? null : worsened(before, review)
        const agreed = before === null ? review : worse === null ? agreedAfter(before, review) : before
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

    const begin: Reviews["begin"] = (form, order) =>
      Effect.andThen(
        asked,
        settled(
          reading,
          prepare(order).pipe(
            Effect.flatMap((prepared) => opened(form, prepared)),
            Effect.catch(toForm),
          ),
        ),
      )

    const opened = (form: SwapForm, { pending, review }: Prepared): Effect.Effect<void> => {
      if (pending === null)
        return show({ form, review, passed: [], progress: nothingAsked, error: null }, null)
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
        : toForm(refuse({ _tag: "Twin", entry: pending.id }))
    }

    const again = Effect.suspend(() => {
      const before = now()
      if (before._tag !== "Reviewing" || before.confirming || before.refreshing) return Effect.void
      const { form, progress, review } = before
      /** Whatever was passed of it meanwhile. What is confirmed or edited is no longer read. */
      const ifShown = (next: (one: Reviewing) => Effect.Effect<void>) =>
        Effect.suspend(() => {
          const one = now()
          return one._tag === "Reviewing" ? next(one) : Effect.void
        })
      return Effect.gen(function* () {
        yield* asked
        yield* set({ ...before, refreshing: true })
        yield* settled(
          reading,
          Effect.gen(function* () {
            const found = yield* Effect.result(prepare(orderOf(review, progress)))
            yield* ifShown((one) => {
              if (Result.isSuccess(found))
                return found.success.pending === null
                  ? show(
                      {
                        form,
                        review: found.success.review,
                        passed: stillPassed(review, one.passed, found.success.review),
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

    const approved: Reviews["approved"] = (waiting) =>
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
              prepare(orderOf(review, progress)).pipe(
                Effect.flatMap(({ review: next }) =>
                  ifWaiting(show({ form, review: next, passed: [], progress, error: null }, review)),
                ),
                Effect.catch((error) => ifWaiting(toForm(error))),
              ),
            ),
          ),
        )
      })

    const reviews: Reviews = { begin, again, approved, stop: reading.stop }
    return reviews
  })

/** An act is for what was shown: what is worse since, or somebody else's, asks for another one. */
const stillPassed = (before: SwapReview, passed: SwapPassed, { router, stops }: SwapReview): SwapPassed =>
  passed.filter((tag) => {
    const stop = stops.find(({ _tag }) => _tag === tag)
    return stop !== undefined && router === before.router && !isWorseStop(stop, before.stops)
  })

const nothingAsked: SwapProgress = { approval: null, swap: null }

/** The same swap; in a review an approval that was asked for is one that the chain has, for whom it was shown. */
const orderOf = (
  { account, form: { slippage }, quote: { amount, destination, source }, router }: SwapReview,
  { approval }: SwapProgress,
): Order => ({
  account,
  source,
  destination,
  amount,
  slippage,
  ...(approval === null ? {} : { allowed: router }),
})
