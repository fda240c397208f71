import type { Asset, AssetAmount } from "./Trade.ts"

/** Returns the decimals of an asset; `null` if unknown. */
export type DecimalsLookup = (asset: Asset) => number | null

/** Returns the US dollars of a whole unit; `null` without a price. */
export type PriceLookup = (asset: Asset) => number | null

/** US dollars. No whole unit of a traded token has cost more: an amount without a price is worth at most this much. */
const dearestUnit = 200_000

/** The least and the most that amounts may be worth together, in US dollars. A collectible may be worth anything. */
export const sumWorth = (
  amounts: readonly AssetAmount[],
  lookUp: DecimalsLookup,
  priceOf: PriceLookup,
): { readonly least: number; readonly most: number } => {
  const ranges = amounts.map(({ asset, units }) => {
    const decimals = lookUp(asset)
    if (asset._tag === "Collectible" || decimals === null) return { least: 0, most: Number.POSITIVE_INFINITY }
    const [whole, price] = [Number(units) / 10 ** decimals, priceOf(asset)]
    return price === null
      ? { least: 0, most: whole * dearestUnit }
      : { least: whole * price, most: whole * price }
  })
  return ranges.reduce((sum, { least, most }) => ({ least: sum.least + least, most: sum.most + most }), {
    least: 0,
    most: 0,
  })
}

/** US dollars. Less than this may buy less than a 10,000th of a dear unit. */
const littleWorth = 50

/** Returns whether amounts with prices are worth so little that their return is compared by worth. 0 is no price. */
export const isWorthLittle = (
  amounts: readonly AssetAmount[],
  lookUp: DecimalsLookup,
  priceOf: PriceLookup,
): boolean =>
  amounts.every(({ asset }) => (priceOf(asset) ?? 0) > 0) &&
  sumWorth(amounts, lookUp, priceOf).most < littleWorth

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
