import type { SwapReview, SwapStop } from "@wmodal/core/flows"
import { feesOf, shortAmount } from "./swapDocument.ts"
import { percentText, stopTitle } from "./swapStops.ts"

/** Fees move with every block. From this much more on, in percent of what was said yes to, they are looked at anew. */
const tolerated = 150n

const isNewStop = (stop: SwapStop, confirmed: readonly SwapStop[]): boolean => {
  const before = confirmed.find(({ _tag }) => _tag === stop._tag)
  if (before === undefined) return true
  if (before._tag !== "Impact" || stop._tag !== "Impact") return false
  // Whoever said yes without knowing has said yes to no number, and the other way round.
  return before.percent === null || stop.percent === null
    ? before.percent !== stop.percent
    : Number(percentText(stop.percent)) > Number(percentText(before.percent))
}

const isDearer = (confirmed: SwapReview, now: SwapReview): boolean => {
  const [before, after] = [feesOf(confirmed).most, feesOf(now).most]
  return before !== null && after !== null && after * 100n > before * tolerated
}

/**
 * What is worse about a swap that was built anew than about the one that somebody said yes to, `null` where nothing is:
 * then their yes stands for it. What is left to do may have become less.
 */
export const worsened = (confirmed: SwapReview, now: SwapReview): string | null => {
  const { destination, minimum } = now.quote
  if (now.router.toLowerCase() !== confirmed.router.toLowerCase())
    return "Somebody else would now move the tokens."
  if (minimum < confirmed.quote.minimum) {
    const text = (units: bigint) => `${shortAmount(units, destination)} ${destination.symbol}`
    return `The least that arrives is now ${text(minimum)}, not ${text(confirmed.quote.minimum)}.`
  }
  const stop = now.stops.find((one) => isNewStop(one, confirmed.stops))
  if (stop !== undefined) return `${stopTitle(stop)}.`
  if (now.path._tag !== confirmed.path._tag && now.path._tag !== "Direct") return "It takes other steps now."
  return isDearer(confirmed, now) ? "The network's fee has risen." : null
}
