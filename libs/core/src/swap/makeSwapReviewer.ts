import { Clock, formatAmount, hasKey, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { followState, ifState } from "../effects/followState.ts"
import { runDetached } from "../effects/runDetached.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import { type ConfirmationDeps, makeConfirmation, type StateOf } from "../operation/makeConfirmation.ts"
import { getActiveAccount } from "../services/ActiveAccount.ts"
import { findWorsening, isWorseWarning, withAgreedFees } from "./findWorsening.ts"
import type {
  AcknowledgedSwapWarnings,
  SwapError,
  SwapForm,
  SwapProgress,
  SwapReview,
  SwapState,
} from "./Swap.ts"
import { makeSwapError, type SwapDeps } from "./SwapContext.ts"
import { emitSwapEvent, type PreparedSwap, type PrepareSwap, type SwapRequest } from "./swapKind.ts"

type ReviewingState = StateOf<SwapState, "Reviewing">
type ApprovingState = StateOf<SwapState, "Approving">

export interface SwapReviewerDeps
  extends SwapDeps,
    Pick<ConfirmationDeps<SwapReview, SwapError, SwapState>, "state" | "submit"> {
  readonly prepare: PrepareSwap
  /** Records the time of a request to the exchange. */
  readonly asked: Effect.Effect<void>
  /** Shows the form from here on, with this error. */
  readonly toForm: (refusal: SwapError) => Effect.Effect<void>
}

/**
 * Creates the reviews of a swap, refreshes and expires them, and runs a confirmed one to its result. An approval is
 * followed until it is mined; then the remaining steps are reviewed.
 */
export const makeSwapReviewer = (deps: SwapReviewerDeps) =>
  Effect.gen(function* () {
    const { asked, ledger, prepare, state, toForm } = deps
    const reading = yield* makeTaskHandle
    const aging = yield* makeTaskHandle
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SwapState) => SubscriptionRef.set(state, next)
    /** The approval that caused the running rebuild. */
    let rebuilding: SwapProgress | null = null

    /** `before` is the basis of the approval so far; `null` if there was none. */
    const show = (
      next: Pick<ReviewingState, "form" | "review" | "passed" | "progress" | "error">,
      before: SwapReview | null,
    ) =>
      Effect.gen(function* () {
        const { review } = next
        const worse = before === null ? null : findWorsening(before, review)
        const agreed = before === null ? review : worse === null ? withAgreedFees(before, review) : before
        const left = review.until - (yield* Clock.currentTimeMillis)
        yield* set({
          _tag: "Reviewing",
          ...next,
          form: withReviewedAmount(next.form, review),
          agreed,
          worse,
          stale: left <= 0,
          refreshing: false,
          confirming: false,
        })
        const age = ifState(state, "Reviewing", (one) =>
          one.review === review && !one.confirming ? set({ ...one, stale: true }) : Effect.void,
        )
        yield* aging.run(left > 0 ? Effect.andThen(Clock.sleep(left), age) : Effect.void)
      })

    /** Rebuilds the remaining steps after the exchange was allowed to spend the source. */
    const rebuild = (waiting: ApprovingState): Effect.Effect<void> =>
      Effect.suspend(() => {
        const { form, progress, review } = waiting
        if (rebuilding === progress) return Effect.void
        rebuilding = progress
        const ifWaiting = (next: Effect.Effect<void>) =>
          Effect.suspend(() => {
            rebuilding = null
            return ifState(state, "Approving", (one) => (one.progress === progress ? next : Effect.void))
          })
        const rebuilt = prepare(toSwapRequest(review, progress)).pipe(
          Effect.flatMap(({ review: next }) =>
            ifWaiting(show({ form, review: next, passed: [], progress, error: null }, review)),
          ),
          Effect.catch((error) => ifWaiting(toForm(error))),
        )
        return Effect.andThen(asked, Effect.asVoid(reading.run(rebuilt)))
      })

    /** Continues with the swap once its approval is mined. */
    const checkApproval = (entries: readonly LedgerEntry[]): Effect.Effect<void> =>
      ifState(state, "Approving", (one) => {
        const [last] = getEntries(one)
        const entry = entries.find(({ id }) => id === last)
        if (entry?.state._tag === "Confirmed") return rebuild(one)
        if (entry === undefined || !isSettled(entry.state)) return Effect.void
        const error = makeSwapError({ _tag: "ApprovalFailed", entry: entry.id })
        return Effect.andThen(emitSwapEvent(deps, one.review, "SWAP_APPROVAL_ERROR", error), toForm(error))
      })
    /** Shows a pending approval, and waits for it. */
    const awaitApproval = (next: ApprovingState): Effect.Effect<void> =>
      Effect.andThen(
        set(next),
        Effect.suspend(() => checkApproval(SubscriptionRef.getUnsafe(ledger.entries))),
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

    /** Goes from the form to a review, or back to it with the problem. Waits for the result. */
    const begin = (form: SwapForm, order: SwapRequest): Effect.Effect<void> =>
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

    /** Refreshes a shown review; no effect while a refresh is running. */
    const again: Effect.Effect<void> = Effect.suspend(() => {
      const before = now()
      if (before._tag !== "Reviewing" || before.confirming || before.refreshing) return Effect.void
      const { form, progress, review } = before
      /** Keeps the stops that were confirmed meanwhile. A confirmed or edited review is no longer refreshed. */
      const refreshed = (prepared: PreparedSwap) =>
        ifState(state, "Reviewing", ({ agreed, error, passed }) =>
          prepared.pending === null
            ? show(
                {
                  form,
                  review: prepared.review,
                  passed: keepAcknowledged(review, passed, prepared.review),
                  progress,
                  // A wallet error stays until the wallet responds again.
                  error: error?.reason._tag === "Wallet" ? error : null,
                },
                agreed,
              )
            : opened(form, prepared),
        )
      // A review that could not be refreshed is unchanged, and becomes stale.
      const failed = (error: SwapError) =>
        ifState(state, "Reviewing", (one) =>
          error.reason._tag === "Failed" ? set({ ...one, refreshing: false, error }) : toForm(error),
        )
      return Effect.gen(function* () {
        yield* asked
        yield* set({ ...before, refreshing: true })
        const reread = Effect.flatMap(prepare(toSwapRequest(review, progress)), refreshed)
        yield* runDetached(reading, Effect.catch(reread, failed))
      })
    })

    const confirmation = yield* makeConfirmation<SwapReview, SwapError, SwapState>({
      ...deps,
      getEntries,
      toAsking,
      showSent: ({ form, progress, review }, { subject }) =>
        subject._tag === "Approval"
          ? awaitApproval({ _tag: "Approving", form, review, progress })
          : set({ _tag: "Left", progress }),
      // Meanwhile it may have become stale, or belong to an account that is no longer shown.
      showRefusal: (reviewing, error) =>
        Effect.flatMap(Clock.currentTimeMillis, (at) =>
          getActiveAccount(deps)?.account === reviewing.review.account
            ? set({ ...reviewing, stale: at >= reviewing.review.until, confirming: false, error })
            : toForm(error),
        ),
    })
    yield* followState(ledger.entries, checkApproval)

    const stopReading = Effect.andThen(
      reading.stop,
      ifState(state, "Reviewing", (one) =>
        one.refreshing ? set({ ...one, refreshing: false }) : Effect.void,
      ),
    )
    const stop = Effect.andThen(stopReading, confirmation.stop)

    return {
      begin,
      /** Shows a prepared review in place of any other state. */
      open: (form: SwapForm, review: SwapReview) =>
        Effect.andThen(stop, opened(form, { pending: null, review })),
      again,
      acknowledge: confirmation.acknowledge,
      // Confirms the shown review, never one that is still being read.
      confirm: Effect.andThen(stopReading, confirmation.confirm),
      stop,
    }
  })

/** Returns the confirmations that still apply: a worse stop or another router needs a new one. */
const keepAcknowledged = (
  before: SwapReview,
  passed: AcknowledgedSwapWarnings,
  { router, stops }: SwapReview,
): AcknowledgedSwapWarnings =>
  passed.filter((tag) => {
    const stop = stops.find(({ _tag }) => _tag === tag)
    return stop !== undefined && router === before.router && !isWorseWarning(stop, before.stops)
  })

/** Returns the form with the amount of a maximum, which the review has found. */
const withReviewedAmount = (form: SwapForm, { quote: { amount, source } }: SwapReview): SwapForm =>
  form.max ? { ...form, amount: formatAmount(amount, source.decimals) } : form

const emptySwapProgress: SwapProgress = { approval: null, swap: null }

/** Returns the same swap. A requested approval counts as mined in a review, for the spender that was shown. */
const toSwapRequest = (
  { account, form: { max, slippage }, quote: { amount, destination, source }, router }: SwapReview,
  { approval }: SwapProgress,
): SwapRequest => ({
  account,
  source,
  destination,
  amount,
  slippage,
  max,
  ...(approval === null ? {} : { allowed: router }),
})

const getEntries = (state: SwapState): readonly LedgerEntry["id"][] =>
  hasKey(state, "progress")
    ? [state.progress.swap, state.progress.approval, state.progress.reset].flatMap((id) => id ?? [])
    : []

const toAsking = (
  { form, progress, review }: ReviewingState,
  { batch, id }: LedgerEntry,
): StateOf<SwapState, "Asking"> => {
  const step = review.steps[0].kind
  const whole = batch !== undefined
  return {
    _tag: "Asking",
    form,
    review,
    step,
    progress: {
      ...progress,
      ...(!whole && step === "reset" && { reset: id }),
      approval: whole || step === "approve" ? id : progress.approval,
      swap: whole || step === "swap" ? id : null,
    },
    slow: false,
  }
}
