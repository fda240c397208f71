import type { Asset, AssetAmount } from "./Trade.ts"

/** Returns the decimals of an asset; `null` if unknown. */
export type DecimalsLookup = (asset: Asset) => number | null

/** Less than this part of a whole unit is next to nothing in any currency. */
const smallestPart = 10_000n

/** Without decimals: fewer base units than this are next to nothing. */
const smallestUnits = 10_000n

/** Returns whether an amount is next to nothing whatever its asset is worth. A collectible never is. */
export const isNextToNothing = ({ asset, units }: AssetAmount, lookUp: DecimalsLookup): boolean => {
  if (units === 0n) return true
  if (asset._tag === "Collectible") return false
  const decimals = lookUp(asset)
  return decimals === null ? units < smallestUnits : units * smallestPart < 10n ** BigInt(decimals)
}
