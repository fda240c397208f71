import type { Swap, SwapReview, SwapState } from "@wmodal/core/flows"
import { SubscriptionRef } from "@wmodal/protocol"
import type { LiveLine } from "../prompts/Prompts.ts"
import { describeWorsening, formatShortTokenAmount } from "./swapDocument.ts"

/** Describes the quote below the prompt for the shown review, while the engine refreshes it. */
export const makeQuoteLine = ({ state }: Pick<Swap, "state">, shown: SwapReview): LiveLine => {
  let line: ReturnType<LiveLine["line"]> = null
  const read = () => {
    const next = describeQuote(SubscriptionRef.getUnsafe(state), shown)
    if (next?.text !== line?.text) line = next
    return line
  }
  return {
    line: read,
    subscribe: (listener) => {
      let told = read()
      return SubscriptionRef.subscribe(state, () => {
        const before = told
        told = read()
        if (told !== before) listener()
      })
    },
  }
}

const describeQuote = (state: SwapState, shown: SwapReview): ReturnType<LiveLine["line"]> => {
  if (state._tag !== "Reviewing" || state.stale)
    return { text: "This quote has expired. Approve to get a new one first.", alarms: true }
  const { review, worse } = state
  if (worse !== null)
    return { text: `${describeWorsening(worse, review)} Approve to review it again.`, alarms: true }
  if (review === shown) return null
  const { at, destination, minimum } = review.quote
  const time = new Date(at).toLocaleTimeString("en", { hour12: false })
  const least = formatShortTokenAmount(minimum, destination)
  return { text: `New quote at ${time}: at least ${least}`, alarms: false }
}
