import { SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import { notifyWhenSlow } from "../effects/notifyWhenSlow.ts"
import type { AskingOperation, OperationReview } from "./Operation.ts"

/**
 * Shows that the wallet has a request, until it approves; `approved` is the state from then on. Nothing is shown any
 * more once the user has left the request. @returns what follows the approval
 */
export const showAsking = <Review extends OperationReview, State extends { readonly _tag: string }, A, E>(
  state: SubscriptionRef.SubscriptionRef<State | AskingOperation<Review>>,
  {
    approved,
    ask,
    review,
  }: {
    readonly review: Review
    readonly approved: State
    readonly ask: (onApproved: Effect.Effect<void>) => Effect.Effect<A, E>
  },
): Effect.Effect<A, E> => {
  const set = (next: State | AskingOperation<Review>) => SubscriptionRef.set(state, next)
  const ifAsking = (next: State | AskingOperation<Review>) =>
    Effect.suspend(() => (SubscriptionRef.getUnsafe(state)._tag === "Asking" ? set(next) : Effect.void))
  const asking = { _tag: "Asking", review, slow: false } as const
  return Effect.andThen(
    set(asking),
    notifyWhenSlow(ask(ifAsking(approved)), ifAsking({ ...asking, slow: true })),
  )
}
