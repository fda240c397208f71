import type { AssetAmount, Trade } from "./Trade.ts"
import { type DecimalsLookup, isNextToNothing, isWorthLittle, type PriceLookup, sumWorth } from "./Worth.ts"

/**
 * Rule *leaves without return*: the account gives something, and gets next to nothing in any currency; or it gives
 * more than twice what it gets, of the same asset or by prices. Only what is worth little may buy next to nothing.
 */
export const isWithoutReturn = (
  { gets, gives }: Trade,
  lookUp: DecimalsLookup,
  priceOf: PriceLookup = () => null,
): boolean => {
  if (gives.every((amount) => isNextToNothing(amount, lookUp))) return false
  const isCompared =
    isWorthLittle(gives, lookUp, priceOf) && Number.isFinite(sumWorth(gets, lookUp, priceOf).most)
  if (!isCompared && gets.every((amount) => isNextToNothing(amount, lookUp))) return true
  const same = sumSame(gives, gets)
  return same === null
    ? sumWorth(gives, lookUp, priceOf).least > 2 * sumWorth(gets, lookUp, priceOf).most
    : same.given > 2n * same.gotten
}

/** Rule *the recipient is not the account*: others receive more of the return than the account. */
export const goesToOthers = (
  { gets, others = [] }: Trade,
  lookUp: DecimalsLookup,
  priceOf: PriceLookup = () => null,
): boolean => {
  if (others.every((amount) => isNextToNothing(amount, lookUp))) return false
  const same = sumSame(others, gets)
  return same === null
    ? sumWorth(others, lookUp, priceOf).least > sumWorth(gets, lookUp, priceOf).most
    : same.given > same.gotten
}

/** Returns both sums in base units if all amounts are of one asset; `null` otherwise. */
const sumSame = (gives: readonly AssetAmount[], gets: readonly AssetAmount[]) => {
  const keys = new Set([...gives, ...gets].map(({ asset }) => JSON.stringify(asset)))
  const sum = (amounts: readonly AssetAmount[]) => amounts.reduce((total, { units }) => total + units, 0n)
  return keys.size === 1 ? { given: sum(gives), gotten: sum(gets) } : null
}
