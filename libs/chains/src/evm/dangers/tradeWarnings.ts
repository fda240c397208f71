import { Effect } from "effect"
import type { RequestWarning } from "../../contract/Explanation.ts"
import type { SimulationResult } from "../../contract/Transfer.ts"
import { goesToOthers, isWithoutReturn } from "../../effects/isWithoutReturn.ts"
import { type Asset, type AssetAmount, sumByAsset, type Trade } from "../../effects/Trade.ts"
import { type DecimalsLookup, isNextToNothing, isWorthLittle, type PriceLookup } from "../../effects/Worth.ts"
import type { ExplainContext } from "../explain/ExplainContext.ts"
import { peggedTokens, wrappedCurrencies } from "./knownTokens.ts"

/** The decimals of every native currency. */
const nativeDecimals = 18

/** Returns the warnings of trades at their worst price. Decimals are the tokens' own. */
export const fetchTradeWarnings = (
  trades: readonly Trade[],
  { chainId, sources }: Pick<ExplainContext, "chainId" | "sources">,
  hostPrice: (token: string | null) => number | null,
): Effect.Effect<readonly RequestWarning[]> => {
  const amounts = trades.flatMap(({ gets, gives, others = [] }) => [...gets, ...gives, ...others])
  const tokens = [...new Set(amounts.flatMap(({ asset }) => (asset._tag === "Token" ? [asset.token] : [])))]
  const ask = (token: string) =>
    sources.token(token, chainId).pipe(
      Effect.map((described) => [token, described?.decimals ?? null] as const),
      Effect.orElseSucceed(() => [token, null] as const),
    )
  return Effect.map(Effect.forEach(tokens, ask, { concurrency: 8 }), (answers) => {
    const decimals = new Map(answers)
    const lookUp = (asset: Asset) =>
      asset._tag === "Native"
        ? nativeDecimals
        : asset._tag === "Token"
          ? (decimals.get(asset.token) ?? null)
          : null
    const priceOf = makePriceLookup(chainId, hostPrice)
    return trades.some(
      (trade) =>
        isWithoutReturn(trade, lookUp, priceOf) ||
        goesToOthers(trade, lookUp, priceOf) ||
        isFewUnits(trade, lookUp, priceOf),
    )
      ? [{ _tag: "Giveaway" }]
      : []
  })
}

/** Base units: 0.01 of a token with 6 decimals. Of a token with fewer decimals, too, fewer are no usual price. */
const minUnits = 10_000n

const isFewUnits = ({ gets, gives }: Trade, lookUp: DecimalsLookup, priceOf: PriceLookup): boolean =>
  gets.every(({ asset, units }) => asset._tag !== "Collectible" && units < minUnits) &&
  !gives.every((amount) => isNextToNothing(amount, lookUp)) &&
  !isWorthLittle(gives, lookUp, priceOf)

const makePriceLookup =
  (chainId: bigint, hostPrice: (token: string | null) => number | null): PriceLookup =>
  (asset) => {
    if (asset._tag === "Collectible") return null
    if (asset._tag === "Native") return hostPrice(null)
    const key = `${chainId}:${asset.token.toLowerCase()}`
    if (peggedTokens.has(key)) return 1
    return wrappedCurrencies.has(key) ? hostPrice(null) : hostPrice(asset.token)
  }

/** Returns whether all that trades give and get has a price. */
export const hasPrices = (
  trades: readonly Trade[],
  chainId: bigint,
  hostPrice: (token: string | null) => number | null,
): boolean => {
  const priceOf = makePriceLookup(chainId, hostPrice)
  return trades.every(({ gets, gives }) =>
    [...gets, ...gives].every(({ asset }) => (priceOf(asset) ?? 0) > 0),
  )
}

/**
 * Swaps whose minimum is less than half of what the node expects to arrive are as bad as their minimum. Those of one
 * asset count together: a route may be split.
 */
export const isFarBelowExpected = (trades: readonly Trade[], trial: SimulationResult): boolean =>
  trial._tag === "Simulated" &&
  sumByAsset(trades.flatMap(({ gets }) => gets)).some((least) => getArriving(least, trial) > 2n * least.units)

const getArriving = (
  { asset }: AssetAmount,
  { changes }: Extract<SimulationResult, { readonly _tag: "Simulated" }>,
): bigint => {
  if (asset._tag !== "Token") return 0n
  const change = changes.find(({ token }) => token?.toLowerCase() === asset.token.toLowerCase())
  return change === undefined ? 0n : change.after - change.before
}
