import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { followState } from "../effects/followState.ts"
import { runDetached } from "../effects/runDetached.ts"
import { makeTaskHandle, type TaskHandle } from "../effects/TaskHandle.ts"
import { type LedgerEntry, wasSubmitted } from "../ledger/Ledger.ts"
import type { LedgerWriter } from "../ledger/LedgerWriter.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import type { SubmitListener, Submitter } from "./makeSubmitter.ts"
import type { Acknowledged, AskingOperation, OperationReview, ReviewingOperation } from "./Operation.ts"

/** The states of a flow, as far as a confirmation knows them. */
type ConfirmationState<Review extends OperationReview, E> =
  | ReviewingOperation<Review, E>
  | AskingOperation<Review>
  | { readonly _tag: "Unsupported" | "Initializing" | "Failed" | "Editing" | "Approving" | "Left" }

export type StateOf<State, Tag> = Extract<State, { readonly _tag: Tag }>

export interface ConfirmationDeps<
  Review extends OperationReview,
  E,
  State extends ConfirmationState<Review, E>,
> extends Pick<EngineServices, "toasts"> {
  readonly ledger: Pick<LedgerWriter, "entries" | "isLeaving">
  readonly state: SubscriptionRef.SubscriptionRef<State>
  readonly submit: Submitter<Review, E>["submit"]
  /** Returns the requests that a state shows, the last one first. */
  readonly getEntries: (state: State) => readonly LedgerEntry["id"][]
  /** Returns the state in which the wallet has the recorded request. */
  readonly toAsking: (reviewing: StateOf<State, "Reviewing">, entry: LedgerEntry) => State
  /** Shows a request that was sent, or may have been. */
  readonly showSent: (asking: StateOf<State, "Asking">, entry: LedgerEntry) => Effect.Effect<void>
  /** Shows the review again, or the form, with the reason why nothing was sent. */
  readonly showRefusal: (reviewing: StateOf<State, "Reviewing">, error: E) => Effect.Effect<void>
}

interface Confirmation<Review extends OperationReview> {
  /** Confirms one warning of the shown review. */
  readonly acknowledge: (warning: Acknowledged<Review>[number]) => Effect.Effect<void>
  /** Reviewing → Asking → Left, or Reviewing with the problem. */
  readonly confirm: Effect.Effect<void>
  /** Detaches the caller. A request that has not reached the wallet is cancelled. */
  readonly stop: TaskHandle["stop"]
}

/** Runs a confirmed review to its result, and reports only to the state of that review. */
export const makeConfirmation = <
  Review extends OperationReview,
  E,
  State extends ConfirmationState<Review, E>,
>({
  getEntries,
  ledger,
  showRefusal,
  showSent,
  state,
  submit,
  toAsking,
  toasts,
}: ConfirmationDeps<Review, E, State>) =>
  Effect.gen(function* () {
    const slot = yield* makeTaskHandle
    const set = (next: State) => SubscriptionRef.set(state, next)
    const showStarted = (id: "flow.started" | "flow.startedLate") => toasts.show("success", { id })

    const now = () => SubscriptionRef.getUnsafe(state)
    const isReviewing = (one: State): one is StateOf<State, "Reviewing"> => one._tag === "Reviewing"
    const isAsking = (one: State): one is StateOf<State, "Asking"> => one._tag === "Asking"
    const isConfirming = (review: Review) => {
      const one = now()
      return isReviewing(one) && one.confirming && one.review === review
    }

    const reportSent = (entry: LedgerEntry) =>
      Effect.gen(function* () {
        const one = now()
        // It is not known to be under way.
        const isLost = entry.state._tag === "Lost" || entry.state._tag === "Unanswered"
        if (!getEntries(one).includes(entry.id))
          return yield* isLost ? Effect.void : showStarted("flow.startedLate")
        if (!isAsking(one)) return
        yield* showSent(one, entry)
        if (!isLost && now()._tag === "Left") yield* showStarted("flow.started")
      })

    const makeListener =
      (reviewing: StateOf<State, "Reviewing">): SubmitListener<E> =>
      (progress) =>
        Effect.suspend(() => {
          const one = now()
          const { entry } = progress
          switch (progress._tag) {
            case "Requested":
              return isConfirming(reviewing.review) ? set(toAsking(reviewing, entry)) : Effect.void
            case "Slow":
              return isAsking(one) && one.review === reviewing.review
                ? set({ ...one, slow: true })
                : Effect.void
            case "Answered":
              return reportSent(entry)
            case "Unsent":
              return (one._tag === "Asking" || one._tag === "Left") && getEntries(one).includes(entry.id)
                ? showRefusal(reviewing, progress.error)
                : Effect.void
          }
        })

    // A wallet may send without a response, so the chain's status also counts as one.
    yield* followState(ledger.entries, (entries) =>
      Effect.suspend(() => {
        const one = now()
        if (!isAsking(one)) return Effect.void
        const [last] = getEntries(one)
        const entry = entries.find(({ id }) => id === last)
        // Signed bytes are recorded as sent before their broadcast, whose own result takes precedence.
        return entry !== undefined && wasSubmitted(entry.state) && !ledger.isLeaving(entry.id)
          ? reportSent(entry)
          : Effect.void
      }),
    )

    const confirm = Effect.gen(function* () {
      const reviewing = now()
      if (!isReviewing(reviewing) || reviewing.confirming) return
      yield* set({ ...reviewing, confirming: true, error: null })
      const { passed, review } = reviewing
      yield* runDetached(
        slot,
        submit(review, passed, makeListener(reviewing)).pipe(
          Effect.asVoid,
          Effect.catch((error) => (isConfirming(review) ? showRefusal(reviewing, error) : Effect.void)),
        ),
      )
    })

    const acknowledge: Confirmation<Review>["acknowledge"] = (warning) =>
      Effect.suspend(() => {
        const one = now()
        return isReviewing(one) && !one.passed.includes(warning)
          ? set({ ...one, passed: [...one.passed, warning], error: null })
          : Effect.void
      })

    const confirmation: Confirmation<Review> = { acknowledge, confirm, stop: slot.stop }
    return confirmation
  })
