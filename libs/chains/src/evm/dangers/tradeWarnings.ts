import type { Rpc } from "@wmodal/protocol"
import { Effect } from "effect"
import type { RequestWarning } from "../../contract/Explanation.ts"
import type { SimulationResult } from "../../contract/Transfer.ts"
import { goesToOthers, isWithoutReturn } from "../../effects/isWithoutReturn.ts"
import { type Asset, type AssetAmount, sumByAsset, type Trade } from "../../effects/Trade.ts"
import {
  type DecimalsLookup,
  isNextToNothing,
  isWorthLittle,
  type PriceLookup,
  sumWorth,
} from "../../effects/Worth.ts"
import { fetchNode } from "../../rpc/fetchNode.ts"
import type { ExplainContext } from "../explain/ExplainContext.ts"
import { isHexAddress, isHexBytes } from "../Hex.ts"
import { isImitation, peggedTokens, wrappedCurrencies } from "./knownTokens.ts"

/** The decimals of every native currency. */
const nativeDecimals = 18

/** Returns the warnings of trades at their worst price. Decimals are the tokens' own. */
export const fetchTradeWarnings = (
  trades: readonly Trade[],
  { chainId, sources }: Pick<ExplainContext, "chainId" | "sources">,
  hostPrice: (token: string | null) => number | null,
  rpc: Rpc,
): Effect.Effect<readonly RequestWarning[]> => {
  const amounts = trades.flatMap(({ gets, gives, others = [] }) => [...gets, ...gives, ...others])
  const tokens = [...new Set(amounts.flatMap(({ asset }) => (asset._tag === "Token" ? [asset.token] : [])))]
  const ask = (token: string) =>
    sources.token(token, chainId).pipe(
      Effect.map((described) => [token, described] as const),
      Effect.orElseSucceed(() => [token, null] as const),
    )
  const collections = [
    ...new Set(
      trades.flatMap(({ gets }) =>
        gets.flatMap(({ asset }) => (asset._tag === "Collectible" ? asset.id : [])),
      ),
    ),
  ]
  const askCode = (id: string) => Effect.map(hasCode(rpc, id.split(" ")[0] ?? ""), (is) => (is ? [id] : []))
  const asked = Effect.all(
    [
      Effect.forEach(tokens, ask, { concurrency: 8 }),
      Effect.forEach(collections, askCode, { concurrency: 8 }),
    ],
    { concurrency: "unbounded" },
  )
  return Effect.map(asked, ([answers, known]) => {
    const described = new Map(answers)
    const items = new Set(known.flat())
    const isImitated = (token: string, symbol: string) =>
      isImitation(chainId, token, symbol) && hostPrice(token) === null
    // What has no code, or no decimals, may be nothing, and what calls itself like another token is.
    const isSomething = ({ asset }: AssetAmount) => {
      if (asset._tag !== "Token") return asset._tag === "Native" || items.has(asset.id)
      const token = described.get(asset.token) ?? null
      return token !== null && !isImitated(asset.token, token.symbol)
    }
    const lookUp = (asset: Asset) =>
      asset._tag === "Native"
        ? nativeDecimals
        : asset._tag === "Token"
          ? (described.get(asset.token)?.decimals ?? null)
          : null
    const priceOf = makePriceLookup(chainId, hostPrice)
    return trades
      .map((trade) => ({ ...trade, gets: trade.gets.filter(isSomething) }))
      .some(
        (trade) =>
          isWithoutReturn(trade, lookUp, priceOf) ||
          goesToOthers(trade, lookUp, priceOf) ||
          isFewUnits(trade, lookUp, priceOf) ||
          isCheapCollectible(trade, lookUp, priceOf),
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

/** A collectible costs at least this part of a unit of any currency, and by its price at least this many US dollars. */
const [smallestPrice, leastDollars] = [1_000n, 1]

/** Another collectible is no price: anybody can make one. */
const isCheapCollectible = (
  { gets, gives }: Trade,
  lookUp: DecimalsLookup,
  priceOf: PriceLookup,
): boolean => {
  if (gives.every(({ asset }) => asset._tag !== "Collectible")) return false
  const paid = gets.filter(({ asset }) => asset._tag !== "Collectible")
  const isPrice = ({ asset, units }: AssetAmount) =>
    units * smallestPrice >= 10n ** BigInt(lookUp(asset) ?? 0)
  return !paid.some(isPrice) || sumWorth(paid, lookUp, priceOf).most < leastDollars
}

/** Returns whether an address has code, as a node says. */
const hasCode = (rpc: Rpc, address: string): Effect.Effect<boolean> =>
  isHexAddress(address)
    ? fetchNode(rpc, ["eth_getCode", address, "latest"], (code) => (isHexBytes(code) ? code : null)).pipe(
        Effect.map((code) => code !== "0x"),
        Effect.orElseSucceed(() => false),
      )
    : Effect.succeed(false)

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
