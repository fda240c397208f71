import type { SwapReview, SwapStep, SwapWarning, SwapWorsening } from "./Swap.ts"

/** Fees move with every block. Above this much, in percent of what was agreed to, they are looked at anew. */
const feeTolerancePercent = 150n

/** Whether somebody who has passed what stood there before has not passed this. Percentages are told to one digit. */
export const isWorseWarning = (stop: SwapWarning, before: readonly SwapWarning[]): boolean => {
  const was = before.find(({ _tag }) => _tag === stop._tag)
  if (was === undefined) return true
  if (was._tag !== "Impact" || stop._tag !== "Impact") return false
  // Whoever agreed without knowing has agreed to no number, and the other way round.
  if (was.percent === null || stop.percent === null) return was.percent !== stop.percent
  return Number(stop.percent.toFixed(1)) > Number(was.percent.toFixed(1))
}

const exceedsTolerance = (before: bigint, now: bigint): boolean => now * 100n > before * feeTolerancePercent

/** Where a step's own fee cannot be told on both sides, what gas costs is held against what it cost. */
const hasHigherFee = (agreed: SwapReview, now: SwapReview): boolean =>
  now.steps.some(({ fee, kind }) => {
    const before = agreed.steps.find((step) => step.kind === kind)?.fee ?? null
    return fee === null || before === null
      ? exceedsTolerance(agreed.quote.gas, now.quote.gas)
      : exceedsTolerance(before.most, fee.most)
  })

const hasOtherSteps = (agreed: SwapReview, now: SwapReview): boolean =>
  (now.path._tag !== agreed.path._tag && now.path._tag !== "Direct") || now.steps.length > agreed.steps.length

/**
 * What is worse about a swap that was built anew than about the one that somebody has agreed to; `null` where nothing
 * is: then their yes stands for it. What is left to do may have become less.
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
 * What a yes stands for once something no worse is shown in its place: what has become better counts from then on. Fees
 * stay those that were agreed to, so that they cannot creep up a little with each look.
 */
export const withAgreedFees = (agreed: SwapReview, now: SwapReview): SwapReview => {
  const feeOf = (step: SwapStep): SwapStep => {
    const fee = agreed.steps.find(({ kind }) => kind === step.kind)?.fee ?? step.fee
    return { ...step, fee }
  }
  const [first, ...others] = now.steps
  return {
    ...now,
    quote: { ...now.quote, gas: agreed.quote.gas },
    steps: [feeOf(first), ...others.map(feeOf)],
  }
}
