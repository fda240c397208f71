import type { AssetAmount, Trade } from "../../effects/Trade.ts"
import type { SwapTerms } from "../program/swaps.ts"

/**
 * Returns whether a swap may give more than twice what a node expects it to give, or return less than half of what it is
 * expected to return: then it is as bad as its terms, because another trade before it can take the difference.
 */
export const isBadSwap = ({ exact, least, most, strays }: SwapTerms, { gets, gives }: Trade): boolean =>
  gives.some(({ units }) => most > 2n * units) ||
  gets.some(({ units }) => 2n * least < units) ||
  // The terms that count may be others than those that are read.
  strays.some((stray) => (exact === "given" ? gives : gets).some((amount) => mayBeExact(stray, amount)))

/** A route may use a hundredth of the exact amount, and at most 255 percent of it. */
const mayBeExact = (stray: bigint, { units }: AssetAmount) => 3n * stray >= units && stray <= 101n * units
