import {
  type Ledger,
  type LedgerEntry,
  type Swap,
  SwapError,
  type SwapReview,
  type SwapState,
} from "@wmodal/core/flows"
import { Clock, SubscriptionRef } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ItemError } from "../failure/exitName.ts"
import type { ApprovedAction } from "../payments/ApprovalGrant.ts"
import { getFees } from "./swapDocument.ts"

/** Milliseconds of margin before the expiry that the engine checks. */
const expiryMarginMs = 500

const toStateError = (state: SwapState): SwapError =>
  ("error" in state ? state.error : null) ?? new SwapError({ reason: { _tag: "Changed" } })

type ReviewingSwap = Extract<SwapState, { readonly _tag: "Reviewing" }>

/** Returns the reviewed swap, or fails with the reason why there is none any more. */
export const getReviewing = ({ state }: Pick<Swap, "state">): Effect.Effect<ReviewingSwap, SwapError> =>
  Effect.suspend(() => {
    const now = SubscriptionRef.getUnsafe(state)
    return now._tag === "Reviewing" ? Effect.succeed(now) : Effect.fail(toStateError(now))
  })

/** Returns the ledger's id of the step that was requested last. */
const getLatestRequest = (state: SwapState): LedgerEntry["id"] | null =>
  "progress" in state
    ? (state.progress.swap ?? state.progress.approval ?? state.progress.reset ?? null)
    : null

/** Converts a review to the approved action: the next step, or the whole batch. */
const toApprovedAction = (review: SwapReview): ApprovedAction | null => {
  const { account, network, path, steps } = review
  const [{ fee, transaction }] = steps
  // A wallet whose fee another account pays asks with its own texts.
  if (path._tag === "Batch")
    return { account, network, calls: steps.map(({ call }) => call), most: getFees(review).most ?? 0n }
  return fee === null || transaction === null ? null : { account, network, fee, transaction }
}

/** A requested step, and the review that it was requested with. */
export interface RequestedStep {
  readonly review: SwapReview
  readonly entry: LedgerEntry
}

/**
 * Requests the next step of the confirmed review from the wallet, in this process's turn. The quote may expire during
 * the prompt or while another process sends: then a newer review is used.
 * @returns `null` without a request if the newest review is worse than the confirmed one
 */
export const requestStep = Effect.fnUntraced(function* (
  { ledger, swap }: { readonly swap: Swap; readonly ledger: Pick<Ledger, "entries"> },
  submitApproved: (
    approved: ApprovedAction | null,
    request: Effect.Effect<LedgerEntry, SwapError>,
  ) => Effect.Effect<LedgerEntry, ItemError>,
): Effect.fn.Return<RequestedStep | null, ItemError> {
  const isExpired = ({ review }: { readonly review: SwapReview }) =>
    Effect.map(Clock.currentTimeMillis, (now) => now > review.until - expiryMarginMs)
  yield* SubscriptionRef.awaitValue(swap.state, (one) => one._tag !== "Reviewing" || !one.refreshing)
  if (yield* isExpired(yield* getReviewing(swap))) yield* swap.review
  const confirmed = yield* getReviewing(swap)
  if (yield* isExpired(confirmed)) return yield* toStateError(confirmed)
  const { review, worse } = confirmed
  if (worse !== null) return null
  // None of them is new or worse: all were shown and confirmed.
  yield* Effect.forEach(review.stops, ({ _tag }) => swap.acknowledge(_tag), { discard: true })
  const request = swap.confirm.pipe(
    Effect.andThen(
      Effect.suspend(() => {
        const after = SubscriptionRef.getUnsafe(swap.state)
        const id = getLatestRequest(after)
        const entry = SubscriptionRef.getUnsafe(ledger.entries).find((one) => one.id === id)
        return entry === undefined || id === getLatestRequest(confirmed)
          ? Effect.fail(toStateError(after))
          : Effect.succeed(entry)
      }),
    ),
    Effect.onInterrupt(() => swap.back),
  )
  return { review, entry: yield* submitApproved(toApprovedAction(review), request) }
})
