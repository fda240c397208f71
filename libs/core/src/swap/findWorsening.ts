import { hasKey } from "@wmodal/protocol"
import type { SwapReview, SwapStep, SwapWarning, SwapWorsening } from "./Swap.ts"

/** The fee increase in percent of the approved fee that needs a new approval, because fees change with every block. */
const feeTolerancePercent = 150n

/** Returns whether a confirmation of the earlier stop does not cover this one. Percentages are shown with one digit. */
export const isWorseWarning = (stop: SwapWarning, before: readonly SwapWarning[]): boolean => {
  const was = before.find(({ _tag }) => _tag === stop._tag)
  if (was === undefined) return true
  if (was._tag === "Router" && stop._tag === "Router") return was.router !== stop.router
  if (!hasKey(was, "percent") || !hasKey(stop, "percent")) return false
  // A confirmation without a known loss covers no number, and vice versa.
  if (was.percent === null || stop.percent === null) return was.percent !== stop.percent
  return Number(stop.percent.toFixed(1)) > Number(was.percent.toFixed(1))
}

const exceedsTolerance = (before: bigint, now: bigint): boolean => now * 100n > before * feeTolerancePercent

const hasHigherFee = (agreed: SwapReview, now: SwapReview): boolean =>
  now.steps.some(({ fee, kind }) => {
    const before = agreed.steps.find((step) => step.kind === kind)?.fee ?? null
    return fee !== null && before !== null && exceedsTolerance(before.most, fee.most)
  })

const hasOtherSteps = (agreed: SwapReview, now: SwapReview): boolean =>
  (now.path._tag !== agreed.path._tag && now.path._tag !== "Direct") || now.steps.length > agreed.steps.length

/**
 * Returns the ways in which a rebuilt swap is worse than the approved one; `null` if none, so that the approval still
 * applies. It may have fewer remaining steps.
 */
export const findWorsening = (agreed: SwapReview, now: SwapReview): SwapWorsening | null => {
  if (now.router.toLowerCase() !== agreed.router.toLowerCase()) return { _tag: "Router" }
  if (now.quote.minimum < agreed.quote.minimum) return { _tag: "Minimum", before: agreed.quote.minimum }
  const stop = now.stops.find((one) => isWorseWarning(one, agreed.stops))
  if (stop !== undefined) return { _tag: "Stop", stop }
  if (hasOtherSteps(agreed, now)) return { _tag: "Steps" }
  return hasHigherFee(agreed, now) ? { _tag: "Fee" } : null
}

/**
 * Returns the basis of the approval after a review that is not worse: improvements count from then on. Fees stay at the
 * approved value, so that they cannot rise a little with each review.
 */
export const withAgreedFees = (agreed: SwapReview, now: SwapReview): SwapReview => {
  const feeOf = (step: SwapStep): SwapStep => {
    const fee = agreed.steps.find(({ kind }) => kind === step.kind)?.fee ?? step.fee
    return { ...step, fee }
  }
  const [first, ...others] = now.steps
  return {
    ...now,
    steps: [feeOf(first), ...others.map(feeOf)],
  }
}
