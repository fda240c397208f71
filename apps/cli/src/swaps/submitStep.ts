import type { LedgerEntry, Swap, SwapReview } from "@wmodal/core/flows"
import { Clock, Effect } from "effect"
import type { ItemError } from "../failure/exitName.ts"
import type { ApprovedAction } from "../payments/ApprovalGrant.ts"
import { getWarningTags } from "../payments/warnings.ts"
import type { PreparedSwap } from "./prepareSwap.ts"
import { describeWorsening, getFees } from "./swapDocument.ts"

/** Milliseconds of margin before the expiry that the engine checks. */
const expiryMarginMs = 500

export type StepOutcome =
  | { readonly _tag: "Left"; readonly prepared: PreparedSwap; readonly entry: LedgerEntry }
  /** The quote had expired and the new review is worse. It is not confirmed. */
  | { readonly _tag: "Worse"; readonly prepared: PreparedSwap; readonly because: string }

/** Converts a confirmed review to the approved action: the next step, or the whole batch. */
const toApprovedAction = (review: SwapReview): ApprovedAction | null => {
  const { account, network, path, steps } = review
  const [{ fee, transaction }] = steps
  if (path._tag === "Batch")
    return { account, network, calls: steps.map(({ call }) => call), most: getFees(review).most ?? 0n }
  return fee === null || transaction === null ? null : { account, network, fee, transaction }
}

/**
 * Sends the next confirmed step to the wallet, in this process's turn. The quote may expire during the prompt or while
 * another process sends: then a newer review is used if it is not worse.
 * @param latest The newest review from the prompt.
 */
export const submitStep = Effect.fnUntraced(function* (
  confirmed: PreparedSwap,
  latest: PreparedSwap,
  {
    prepare,
    submitApproved,
    swap,
  }: {
    readonly swap: Pick<Swap, "submit">
    readonly prepare: Effect.Effect<PreparedSwap, ItemError>
    readonly submitApproved: (
      approved: ApprovedAction | null,
      request: ReturnType<Swap["submit"]>,
    ) => Effect.Effect<LedgerEntry, ItemError>
  },
): Effect.fn.Return<StepOutcome, ItemError> {
  const isOld = (yield* Clock.currentTimeMillis) > latest.review.until - expiryMarginMs
  const prepared = isOld ? yield* prepare : latest
  const { review } = prepared
  const because = prepared === confirmed ? null : describeWorsening(confirmed.review, review)
  if (because !== null) return { _tag: "Worse", prepared, because }
  const request = swap.submit(review, getWarningTags(review))
  return { _tag: "Left", prepared, entry: yield* submitApproved(toApprovedAction(review), request) }
})
