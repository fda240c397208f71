import type { Flows, LedgerEntry, SwapReview } from "@wmodal/core/flows"
import { Clock, Effect } from "effect"
import type { ItemError } from "../failure/exitName.ts"
import type { ApprovalGrant, ApprovedAction } from "../payments/ApprovalGrant.ts"
import { submitRequest } from "../payments/submitRequest.ts"
import type { Context } from "../session/Context.ts"
import { withLock } from "../state/ProcessLock.ts"
import { describeWorsening } from "./describeWorsening.ts"
import type { PreparedSwap } from "./prepareSwap.ts"
import { getFees } from "./swapDocument.ts"
import { getSwapWarningTags } from "./swapWarnings.ts"

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
 * Sends the next confirmed step to the wallet. The quote may expire during the prompt or while another process holds
 * the lock: then a newer review is used if it is not worse.
 * @param latest The newest review from the prompt.
 */
export const submitStep = (
  confirmed: PreparedSwap,
  latest: PreparedSwap,
  deps: {
    readonly swap: Pick<Flows["swap"], "submit">
    readonly prepare: Effect.Effect<PreparedSwap, ItemError>
    readonly reviewed: ApprovalGrant
    readonly folder: Pick<Context["folder"], "path">
    readonly left: (entry: LedgerEntry) => void
    /** See `submitRequest`. */
    readonly standing?: () => LedgerEntry | null
    readonly withdraw?: Effect.Effect<void> | null
  },
): Effect.Effect<StepOutcome, ItemError> =>
  withLock(
    deps.folder,
    Effect.gen(function* (): Effect.fn.Return<StepOutcome, ItemError> {
      const { left, prepare, reviewed, standing, swap, withdraw = null } = deps
      const isOld = (yield* Clock.currentTimeMillis) > latest.review.until - expiryMarginMs
      const prepared = isOld ? yield* prepare : latest
      const { review } = prepared
      const because = prepared === confirmed ? null : describeWorsening(confirmed.review, review)
      if (because !== null) return { _tag: "Worse", prepared, because }
      const agreed = toApprovedAction(review)
      if (agreed !== null) reviewed.grant(agreed)
      const entry = yield* submitRequest(swap.submit(review, getSwapWarningTags(review)), {
        taken: reviewed.isConsumed,
        left,
        ...(standing !== undefined && { standing }),
        withdraw,
      })
      return { _tag: "Left", prepared, entry }
    }),
  )
