import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import { getActiveAccount } from "../flows/ActiveAccount.ts"
import { isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import {
  type Confirmation,
  type ConfirmationDeps,
  makeConfirmation,
  type StateOf,
} from "../operation/makeConfirmation.ts"
import type { ApprovingState, ReviewingState } from "./makeSwapReviewer.ts"
import type { SwapError, SwapReview, SwapState } from "./Swap.ts"
import { makeSwapError } from "./swapErrors.ts"
import { emitSwapEvent, type SwapKindDeps } from "./swapKind.ts"

export interface SwapConfirmationDeps
  extends Pick<ConfirmationDeps<SwapReview, SwapError, SwapState>, "ledger" | "state" | "submit" | "toasts">,
    Omit<SwapKindDeps, "batchless"> {
  /** Runs when the exchange is allowed to spend the source. */
  readonly approved: (state: ApprovingState) => Effect.Effect<void>
  /** Shows the form from here on, with this error. */
  readonly toForm: (error: SwapError) => Effect.Effect<void>
}

export interface SwapConfirmation extends Confirmation<SwapReview> {
  /** Waits for a pending approval. */
  readonly awaitApproval: (state: ApprovingState) => Effect.Effect<void>
}

/** Runs a confirmed review to its result. An approval is followed until it is mined. */
export const makeSwapConfirmation = (deps: SwapConfirmationDeps) =>
  Effect.gen(function* () {
    const { approved, ledger, state, toForm } = deps
    const set = (next: SwapState) => SubscriptionRef.set(state, next)

    const checkApproval = (entries: readonly LedgerEntry[]): Effect.Effect<void> =>
      Effect.suspend(() => {
        const one = SubscriptionRef.getUnsafe(state)
        if (one._tag !== "Approving") return Effect.void
        const [last] = getEntries(one)
        const entry = entries.find(({ id }) => id === last)
        if (entry?.state._tag === "Confirmed") return approved(one)
        if (entry === undefined || !isSettled(entry.state)) return Effect.void
        const error = makeSwapError({ _tag: "ApprovalFailed", entry: entry.id })
        return Effect.andThen(emitSwapEvent(deps, one.review, "SWAP_APPROVAL_ERROR", error), toForm(error))
      })
    const awaitApproval: SwapConfirmation["awaitApproval"] = (next) =>
      Effect.andThen(
        set(next),
        Effect.suspend(() => checkApproval(SubscriptionRef.getUnsafe(ledger.entries))),
      )

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
    yield* Effect.forkIn(
      Stream.runForEach(SubscriptionRef.changes(ledger.entries), checkApproval),
      yield* Effect.scope,
      { startImmediately: true },
    )
    const confirming: SwapConfirmation = { ...confirmation, awaitApproval }
    return confirming
  })

const getEntries = (state: SwapState): readonly LedgerEntry["id"][] =>
  "progress" in state
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
