import { findWorsening as compared, type SwapReview } from "@wmodal/core/flows"
import { formatShortAmount } from "./swapDocument.ts"
import { getSwapWarningTitle } from "./swapWarnings.ts"

/** The same as the engine's, in words: `null` where a yes to the one confirmed stands for the one there is now. */
export const describeWorsening = (confirmed: SwapReview, now: SwapReview): string | null => {
  const worse = compared(confirmed, now)
  switch (worse?._tag) {
    case undefined:
      return null
    case "Router":
      return "Somebody else would now move the tokens."
    case "Minimum": {
      const { destination, minimum } = now.quote
      const text = (units: bigint) => `${formatShortAmount(units, destination)} ${destination.symbol}`
      return `The least that arrives is now ${text(minimum)}, not ${text(worse.before)}.`
    }
    case "Stop":
      return `${getSwapWarningTitle(worse.stop)}.`
    case "Steps":
      return "It takes other steps now."
    case "Fee":
      return "The network's fee has risen."
  }
}
