import { Clock, Effect, Stream, SubscriptionRef } from "effect"
import { makeSlot, type Slot } from "../attempt/Slot.ts"
import { tellWhenSlow } from "../attempt/slow.ts"
import { holderOf } from "../flows/Holder.ts"
import type { Surroundings } from "../flows/Surroundings.ts"
import { hasLeft, isSettled, type LedgerEntry } from "../ledger/Ledger.ts"
import type { LedgerRoom } from "../ledger/LedgerRoom.ts"
import { settled } from "../send/settled.ts"
import { announce } from "./announced.ts"
import type { SwapError, SwapProgress, SwapReview, SwapState } from "./Swap.ts"
import type { Hearing, Submit, SubmitSurroundings } from "./submitSwap.ts"
import { refuse } from "./swapError.ts"

type Reviewing = Extract<SwapState, { readonly _tag: "Reviewing" }>
type Approving = Extract<SwapState, { readonly _tag: "Approving" }>

export interface ConfirmingSurroundings
  extends Pick<Surroundings, "toasts">,
    Pick<SubmitSurroundings, "emit" | "accounts" | "account" | "networks"> {
  readonly ledger: Pick<LedgerRoom, "entries">
  readonly state: SubscriptionRef.SubscriptionRef<SwapState>
  readonly submit: Submit
  /** The exchange may take the source now. */
  readonly approved: (state: Approving) => Effect.Effect<void>
  /** What is shown from here on is the form, with this said of it. */
  readonly toForm: (error: SwapError) => Effect.Effect<void>
}

export interface Confirming {
  /** Reviewing → Asking → Approving or Left, or Reviewing with what went wrong. */
  readonly confirm: Effect.Effect<void>
  /** Waits for an approval that is on its way. */
  readonly awaitApproval: (state: Approving) => Effect.Effect<void>
  /** Nobody waits any more. What the wallet has not heard of it will not hear of. */
  readonly stop: Slot["stop"]
}

/** From a review that is confirmed to what came of it: told to the state of that review, and of no other. */
export const makeConfirming = (around: ConfirmingSurroundings) =>
  Effect.gen(function* () {
    const { approved, ledger, state, submit, toasts, toForm } = around
    const scope = yield* Effect.scope
    const slot = yield* makeSlot
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SwapState) => SubscriptionRef.set(state, next)
    const started = (id: "flow.started" | "flow.startedLate") => toasts.show("success", { id })

    const isConfirming = (review: SwapReview) => {
      const one = now()
      return one._tag === "Reviewing" && one.confirming && one.review === review
    }

    /** It has left, or may have. */
    const left = (entry: LedgerEntry) =>
      Effect.gen(function* () {
        const one = now()
        const lost = entry.state._tag === "Lost"
        if (!("progress" in one) || !isIn(one.progress, entry))
          return yield* lost ? Effect.void : started("flow.startedLate")
        if (one._tag !== "Asking") return
        const { form, progress, review } = one
        if (entry.subject._tag === "Approval")
          return yield* awaiting({ _tag: "Approving", form, review, progress })
        yield* set({ _tag: "Left", progress })
        if (!lost) yield* started("flow.started")
      })

    const awaiting = (next: Approving) =>
      Effect.andThen(
        set(next),
        Effect.suspend(() => look(SubscriptionRef.getUnsafe(ledger.entries))),
      )

    /** A wallet may send and never say so: what the chain shows of it is an answer too. */
    const look = (entries: readonly LedgerEntry[]): Effect.Effect<void> =>
      Effect.suspend(() => {
        const one = now()
        if (one._tag !== "Asking" && one._tag !== "Approving") return Effect.void
        const entry = entries.find(({ id }) => id === askedLast(one.progress))
        if (entry === undefined) return Effect.void
        if (one._tag === "Asking") return hasLeft(entry.state) ? left(entry) : Effect.void
        if (entry.state._tag === "Confirmed") return approved(one)
        if (!isSettled(entry.state)) return Effect.void
        const error = refuse({ _tag: "ApprovalFailed", entry: entry.id })
        return Effect.andThen(announce(around, one.review, { _tag: "ApprovalError", error }), toForm(error))
      })
    yield* Effect.forkIn(Stream.runForEach(SubscriptionRef.changes(ledger.entries), look), scope, {
      startImmediately: true,
    })

    /** Meanwhile it may have grown old, or be of an account that is no longer shown. */
    const again = (asked: Reviewing, error: SwapError) =>
      Effect.flatMap(Clock.currentTimeMillis, (at) =>
        holderOf(around)?.account !== asked.review.account
          ? toForm(error)
          : set({ ...asked, stale: at >= asked.review.until, refreshing: false, confirming: false, error }),
      )

    const hearingOf = (asked: Reviewing): Hearing => ({
      asked: ({ id, batch }) =>
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
      answered: (entry, error) =>
        Effect.suspend(() => {
          if (error === null) return left(entry)
          const one = now()
          return one._tag === "Asking" && isIn(one.progress, entry) ? again(asked, error) : Effect.void
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
      yield* settled(
        slot,
        tellWhenSlow(submit(review, passed, hearingOf(asked)), growSlow).pipe(
          Effect.asVoid,
          Effect.catch(refused),
        ),
      )
    })

    const confirming: Confirming = { confirm, awaitApproval: awaiting, stop: slot.stop }
    return confirming
  })

const isIn = ({ approval, reset, swap }: SwapProgress, { id }: LedgerEntry): boolean =>
  id === approval || id === swap || id === reset

const askedLast = ({ approval, reset, swap }: SwapProgress): LedgerEntry["id"] | undefined =>
  swap ?? approval ?? reset
