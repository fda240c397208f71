import type { AssetAmount, Trade } from "./Trade.ts"
import { type DecimalsLookup, isNextToNothing } from "./Worth.ts"

/**
 * Rule *leaves without return*: the account gives something, and gets next to nothing in any currency; or it gives
 * more than twice what it gets of the same asset.
 */
export const isWithoutReturn = ({ gets, gives }: Trade, lookUp: DecimalsLookup): boolean => {
  if (gives.every((amount) => isNextToNothing(amount, lookUp))) return false
  if (gets.every((amount) => isNextToNothing(amount, lookUp))) return true
  const same = sumSame(gives, gets)
  return same !== null && same.given > 2n * same.gotten
}

/** Returns both sums in base units if all amounts are of one asset; `null` otherwise. */
const sumSame = (gives: readonly AssetAmount[], gets: readonly AssetAmount[]) => {
  const keys = new Set([...gives, ...gets].map(({ asset }) => JSON.stringify(asset)))
  const sum = (amounts: readonly AssetAmount[]) => amounts.reduce((total, { units }) => total + units, 0n)
  return keys.size === 1 ? { given: sum(gives), gotten: sum(gets) } : null
}
