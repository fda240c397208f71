import { findWorsening as compared, type SwapReview } from "@wmodal/core/flows"
import { formatShortAmount } from "./swapDocument.ts"
import { getSwapWarningTitle } from "./swapWarnings.ts"

/** Describes why a new review is worse than the confirmed one; `null` when the confirmation still holds. */
export const describeWorsening = (confirmed: SwapReview, now: SwapReview): string | null => {
  const worse = compared(confirmed, now)
  switch (worse?._tag) {
    case undefined:
      return null
    case "Router":
      return "A different contract would swap."
    case "Minimum": {
      const { destination, minimum } = now.quote
      const text = (units: bigint) => `${formatShortAmount(units, destination)} ${destination.symbol}`
      return `The minimum is now ${text(minimum)}, not ${text(worse.before)}.`
    }
    case "Stop":
      return `${getSwapWarningTitle(worse.stop)}.`
    case "Steps":
      return "The steps have changed."
    case "Fee":
      return "The network fee has risen."
  }
}
