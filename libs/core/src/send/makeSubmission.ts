import { SubscriptionRef } from "@wmodal/protocol"
import { Effect, Stream } from "effect"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import { makeTaskHandle, type TaskHandle } from "../effects/TaskHandle.ts"
import type { EngineServices } from "../flows/EngineServices.ts"
import { type LedgerEntry, wasSubmitted } from "../ledger/Ledger.ts"
import type { LedgerWriter } from "../ledger/LedgerWriter.ts"
import type { SendSubmitter, SubmitListener } from "./makeSendSubmitter.ts"
import { runDetached } from "./runDetached.ts"
import type { SendError, SendReview, SendState } from "./Send.ts"

export interface SubmissionDeps extends Pick<EngineServices, "toasts"> {
  readonly ledger: Pick<LedgerWriter, "entries" | "isLeaving">
  readonly state: SubscriptionRef.SubscriptionRef<SendState>
  readonly submit: SendSubmitter["submit"]
}

interface SendSubmission {
  /** Reviewing → Asking → Left, or Reviewing with the problem. */
  readonly confirm: Effect.Effect<void>
  /** Detaches the caller. A request that has not reached the wallet is cancelled. */
  readonly stop: TaskHandle["stop"]
}

/** Runs a confirmed review to its result, and reports only to the state of that review. */
export const makeSubmission = ({ ledger, state, submit, toasts }: SubmissionDeps) =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const slot = yield* makeTaskHandle
    const now = () => SubscriptionRef.getUnsafe(state)
    const set = (next: SendState) => SubscriptionRef.set(state, next)
    const started = (id: "flow.started" | "flow.startedLate") => toasts.show("success", { id })

    const isConfirming = (review: SendReview) => {
      const one = now()
      return one._tag === "Reviewing" && one.confirming && one.review === review
    }

    const left = (entry: LedgerEntry) =>
      Effect.gen(function* () {
        const one = now()
        if (!("entry" in one) || one.entry !== entry.id)
          return yield* entry.state._tag === "Lost" ? Effect.void : started("flow.startedLate")
        if (one._tag === "Left") return
        yield* set({ _tag: "Left", entry: entry.id })
        if (entry.state._tag !== "Lost") yield* started("flow.started")
      })

    const hearingOf = (asked: Extract<SendState, { readonly _tag: "Reviewing" }>): SubmitListener => ({
      onRequested: ({ id: entry }) =>
        Effect.suspend(() => {
          const { form, review } = asked
          return isConfirming(review)
            ? set({ _tag: "Asking", form, review, entry, slow: false })
            : Effect.void
        }),
      onAnswered: (entry, error) =>
        Effect.suspend(() => {
          if (error === null) return left(entry)
          const one = now()
          return (one._tag === "Asking" || one._tag === "Left") && one.entry === entry.id
            ? set({ ...asked, confirming: false, error })
            : Effect.void
        }),
    })

    // A wallet may send without a response, so the chain's status also counts as one.
    yield* Effect.forkIn(
      Stream.runForEach(SubscriptionRef.changes(ledger.entries), (entries) =>
        Effect.suspend(() => {
          const one = now()
          if (one._tag !== "Asking") return Effect.void
          const entry = entries.find(({ id }) => id === one.entry)
          // Signed bytes are recorded as sent before their broadcast, whose own result takes precedence.
          return entry !== undefined && wasSubmitted(entry.state) && !ledger.isLeaving(entry.id)
            ? left(entry)
            : Effect.void
        }),
      ),
      scope,
      { startImmediately: true },
    )

    const confirm = Effect.gen(function* () {
      const asked = now()
      if (asked._tag !== "Reviewing" || asked.confirming) return
      yield* set({ ...asked, confirming: true, error: null })
      const { passed, review } = asked
      const growSlow = Effect.suspend(() => {
        const one = now()
        return one._tag === "Asking" && one.review === review ? set({ ...one, slow: true }) : Effect.void
      })
      const refused = (error: SendError) =>
        isConfirming(review) ? set({ ...asked, confirming: false, error }) : Effect.void
      yield* runDetached(
        slot,
        notifyWhenSlow(submit(review, passed, hearingOf(asked)), growSlow).pipe(
          Effect.asVoid,
          Effect.catch(refused),
        ),
      )
    })

    const asking: SendSubmission = { confirm, stop: slot.stop }
    return asking
  })
