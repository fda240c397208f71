import { SwapError, type SwapReview } from "@wmodal/core/flows"
import { handleOf } from "../payments/follow.ts"
import type { Alike } from "../payments/leftOpen.ts"
import { shortAmount } from "./swapDocument.ts"

/** The same amount of the same token for the same other one, by the same account. */
export const alikeSwap = ({ account, quote }: SwapReview): Alike => {
  const { amount, destination, source } = quote
  return {
    isSame: (entry) =>
      entry.account === account &&
      entry.subject._tag === "Swap" &&
      entry.subject.source.address === source.address &&
      entry.subject.destination.address === destination.address &&
      entry.subject.amount === amount,
    twin: ({ id }) => new SwapError({ reason: { _tag: "Twin", entry: id } }),
    went: (entry) =>
      `${shortAmount(amount, source)} ${source.symbol} were swapped for ${destination.symbol} at ${new Date(entry.at).toISOString()}: ${handleOf(entry)}`,
    again: "To swap it",
  }
}
