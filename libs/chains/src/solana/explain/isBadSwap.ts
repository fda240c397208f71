import type { AssetAmount, Trade } from "../../effects/Trade.ts"
import type { SwapTerms } from "../program/swaps.ts"

/**
 * Returns whether a swap may give more than twice what a node expects it to give, or return less than half of what it is
 * expected to return: then it is as bad as its terms, because another trade before it can take the difference.
 */
export const isBadSwap = ({ least, most, strays }: SwapTerms, { gets, gives }: Trade): boolean =>
  gives.some(({ units }) => most > 2n * units) ||
  gets.some(({ units }) => 2n * least < units) ||
  // The terms that count may be others than those that are read.
  strays.some((stray) => [...gives, ...gets].some((amount) => isAlike(stray, amount)))

const isAlike = (stray: bigint, { units }: AssetAmount) => 2n * stray >= units && stray <= 2n * units
