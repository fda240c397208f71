import { SubscriptionRef } from "@wmodal/protocol"
import { Clock, Effect, Stream } from "effect"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { makeTaskHandle, type TaskHandle } from "../effects/TaskHandle.ts"
import { getActiveAccount } from "../flows/ActiveAccount.ts"
import type { EngineServices } from "../flows/EngineServices.ts"
import { isSettled, type LedgerEntry, wasSubmitted } from "../ledger/Ledger.ts"
import type { LedgerWriter } from "../ledger/LedgerWriter.ts"
import { runDetached } from "../send/runDetached.ts"
import type { SubmitSwap, SubmitSwapDeps, SwapSubmitListener } from "./makeSubmitSwap.ts"
import type { ApprovingState, ReviewingState } from "./makeSwapReviewer.ts"
import type { SwapError, SwapProgress, SwapReview, SwapState } from "./Swap.ts"
import { makeSwapError } from "./swapErrors.ts"
import { emitSwapEvent } from "./swapEvents.ts"

export interface SwapConfirmationDeps
  extends Pick<EngineServices, "toasts">,
    Pick<SubmitSwapDeps, "emit" | "accounts" | "account" | "networks"> {
  readonly ledger: Pick<LedgerWriter, "entries">
  readonly state: SubscriptionRef.SubscriptionRef<SwapState>
  readonly submit: SubmitSwap
  /** Runs when the exchange is allowed to spend the source. */
  readonly approved: (state: ApprovingState) => Effect.Effect<void>
  /** Shows the form from here on, with this error. */
  readonly toForm: (error: SwapError) => Effect.Effect<void>
}

export interface SwapConfirmation {
  /** Reviewing → Asking → Approving or Left, or Reviewing with the problem. */
  readonly confirm: Effect.Effect<void>
  /** Waits for a pending approval. */
  readonly awaitApproval: (state: ApprovingState) => Effect.Effect<void>
  /** Detaches the caller. A request that has not reached the wallet is cancelled. */
  readonly stop: TaskHandle["stop"]
}

/** Runs a confirmed review to its result, and reports only to the state of that review. */
export const makeSwapConfirmation = (deps: SwapConfirmationDeps) =>
  Effect.gen(function* () {
    const { approved, ledger, state, submit, toasts, toForm } = deps
    const scope = yield* Effect.scope
    const slot = yield* makeTaskHandle
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SwapState) => SubscriptionRef.set(state, next)
    const started = (id: "flow.started" | "flow.startedLate") => toasts.show("success", { id })

    const isConfirming = (review: SwapReview) => {
      const one = now()
      return one._tag === "Reviewing" && one.confirming && one.review === review
    }

    /** Runs when it was sent, or may have been. */
    const left = (entry: LedgerEntry) =>
      Effect.gen(function* () {
        const one = now()
        const lost = entry.state._tag === "Lost"
        if (!("progress" in one) || !hasEntry(one.progress, entry))
          return yield* lost ? Effect.void : started("flow.startedLate")
        if (one._tag !== "Asking") return
        const { form, progress, review } = one
        if (entry.subject._tag === "Approval")
          return yield* awaiting({ _tag: "Approving", form, review, progress })
        yield* set({ _tag: "Left", progress })
        if (!lost) yield* started("flow.started")
      })

    const awaiting = (next: ApprovingState) =>
      Effect.andThen(
        set(next),
        Effect.suspend(() => look(SubscriptionRef.getUnsafe(ledger.entries))),
      )

    /** A wallet may send without a response, so the chain's status also counts as one. */
    const look = (entries: readonly LedgerEntry[]): Effect.Effect<void> =>
      Effect.suspend(() => {
        const one = now()
        if (one._tag !== "Asking" && one._tag !== "Approving") return Effect.void
        const entry = entries.find(({ id }) => id === getLastEntryId(one.progress))
        if (entry === undefined) return Effect.void
        if (one._tag === "Asking") return wasSubmitted(entry.state) ? left(entry) : Effect.void
        if (entry.state._tag === "Confirmed") return approved(one)
        if (!isSettled(entry.state)) return Effect.void
        const error = makeSwapError({ _tag: "ApprovalFailed", entry: entry.id })
        return Effect.andThen(
          emitSwapEvent(deps, one.review, { _tag: "ApprovalError", error }),
          toForm(error),
        )
      })
    yield* Effect.forkIn(Stream.runForEach(SubscriptionRef.changes(ledger.entries), look), scope, {
      startImmediately: true,
    })

    /** Meanwhile it may have become stale, or belong to an account that is no longer shown. */
    const again = (asked: ReviewingState, error: SwapError) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) =>
        getActiveAccount(deps)?.account !== asked.review.account
          ? toForm(error)
          : set({ ...asked, stale: at >= asked.review.until, refreshing: false, confirming: false, error }),
      )

    const hearingOf = (asked: ReviewingState): SwapSubmitListener => ({
      onRequested: ({ id, batch }) =>
        Effect.suspend(() => {
          const { form, progress, review } = asked
          if (!isConfirming(review)) return Effect.void
          const step = review.steps[0].kind
          const whole = batch !== undefined
          return set({
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
          })
        }),
      onAnswered: (entry, error) =>
        Effect.suspend(() => {
          if (error === null) return left(entry)
          const one = now()
          return one._tag === "Asking" && hasEntry(one.progress, entry) ? again(asked, error) : Effect.void
        }),
    })

    const confirm = Effect.gen(function* () {
      const asked = now()
      if (asked._tag !== "Reviewing" || asked.confirming) return
      yield* set({ ...asked, refreshing: false, confirming: true, error: null })
      const { passed, review } = asked
      const growSlow = Effect.suspend(() => {
        const one = now()
        return one._tag === "Asking" && one.review === review ? set({ ...one, slow: true }) : Effect.void
      })
      const refused = (error: SwapError) => (isConfirming(review) ? again(asked, error) : Effect.void)
      yield* runDetached(
        slot,
        notifyWhenSlow(submit(review, passed, hearingOf(asked)), growSlow).pipe(
          Effect.asVoid,
          Effect.catch(refused),
        ),
      )
    })

    const confirming: SwapConfirmation = { confirm, awaitApproval: awaiting, stop: slot.stop }
    return confirming
  })

const hasEntry = ({ approval, reset, swap }: SwapProgress, { id }: LedgerEntry): boolean =>
  id === approval || id === swap || id === reset

const getLastEntryId = ({ approval, reset, swap }: SwapProgress): LedgerEntry["id"] | undefined =>
  swap ?? approval ?? reset
