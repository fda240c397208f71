import type { WalletCall } from "../../contract/WalletCalls.ts"
import type { AssetAmount, Trade } from "../../effects/Trade.ts"
import type { ExplainContext } from "../explain/ExplainContext.ts"
import { type FunctionCall, listNestedCalls, wordToAddress } from "./FunctionCall.ts"
import { findWrappedCurrency } from "./knownTokens.ts"
import { toAsset } from "./toAsset.ts"

/** A swap that names both assets. Addresses in lower case. */
interface Swap {
  readonly tokenIn: string
  readonly tokenOut: string
  /** `null`: the value that is sent. */
  readonly amountIn: bigint | null
  readonly least: bigint
  readonly goesTo: "account" | "router" | "other"
}

/** What a router pays to the account of what it holds. `token` is `null` for the native currency. */
interface Payout {
  readonly token: string | null
  readonly units: bigint
}

/**
 * Decodes the swaps of a call and of its nested calls, each at its worst price. What a router keeps counts only as far
 * as the batch pays the same token to the account. A swap that is not decodable is none.
 */
export const decodeCallTrades = (
  { data, value }: Pick<WalletCall, "data" | "value">,
  { chainId, from }: Pick<ExplainContext, "chainId" | "from">,
): readonly Trade[] => {
  const { calls } = listNestedCalls(data.slice(2))
  const swaps = calls.flatMap((call) => decodeSwap(call, from) ?? [])
  const payouts = calls.flatMap((call) => decodePayout(call, from) ?? [])
  const toGiven = ({ amountIn, tokenIn }: Swap): AssetAmount => ({
    asset: toAsset(tokenIn),
    units: amountIn ?? value,
  })
  const kept = swaps.filter(({ goesTo }) => goesTo === "router")
  const keptTokens = [...new Set(kept.map(({ tokenOut }) => tokenOut))]
  // On other networks: the token that no call sweeps.
  const wrapped =
    findWrappedCurrency(chainId) ?? keptTokens.find((kept) => payouts.every(({ token }) => token !== kept))
  return [
    ...swaps
      .filter(({ goesTo }) => goesTo !== "router")
      .map((swap) => ({
        gives: [toGiven(swap)],
        gets: swap.goesTo === "account" ? [{ asset: toAsset(swap.tokenOut), units: swap.least }] : [],
      })),
    ...keptTokens.map((out) => ({
      gives: kept.filter(({ tokenOut }) => tokenOut === out).map(toGiven),
      gets: payouts
        .filter(({ token }) => (token ?? wrapped) === out)
        .map(
          ({ token, units }): AssetAmount => ({
            asset: token === null ? { _tag: "Native" } : toAsset(token),
            units,
          }),
        ),
    })),
  ]
}

/** Returns whether a call is a swap whose amounts are known; 0 stands for what the router already has. */
export const isCallTrade = (call: FunctionCall, from: string): boolean => decodeSwap(call, from) !== null

/** Where a swap has its terms. Words of the arguments. */
interface SwapLayout {
  readonly assets: { readonly tokenIn: number; readonly tokenOut: number } | { readonly path: number }
  readonly amountIn: number | null
  readonly least: number
  /** Absent if another rule checks it. `kept` and `sender` are what the contract takes for itself and the sender. */
  readonly recipient?: { readonly at: number; readonly kept: bigint; readonly sender?: bigint }
  /** The number of words that the call has at least. */
  readonly words: number
}

const path = (at: number, amountIn: number | null, least: number): SwapLayout => ({
  assets: { path: at },
  amountIn,
  least,
  words: amountIn === null ? 4 : 5,
})
const single = (amountIn: number, least: number, words: number): SwapLayout => ({
  assets: { tokenIn: 0, tokenOut: 1 },
  amountIn,
  least,
  recipient: words === 7 ? { at: 3, kept: 2n, sender: 1n } : { at: 3, kept: 0n },
  words,
})

/** Source: Uniswap's Router02, SwapRouter and SwapRouter02, AggregationRouter V5. */
const swapLayouts: Readonly<Record<string, SwapLayout>> = {
  // swapExactTokensForTokens(uint256,uint256,address[],address,uint256), and with tokens that keep a fee
  "38ed1739": path(2, 0, 1),
  "5c11d795": path(2, 0, 1),
  // swapExactTokensForETH(uint256,uint256,address[],address,uint256), and with tokens that keep a fee
  "18cbafe5": path(2, 0, 1),
  "791ac947": path(2, 0, 1),
  // swapExactETHForTokens(uint256,address[],address,uint256), and with tokens that keep a fee
  "7ff36ab5": path(1, null, 0),
  b6f9de95: path(1, null, 0),
  // swapETHForExactTokens(uint256,address[],address,uint256)
  fb3bdb41: path(1, null, 0),
  // swapTokensForExactTokens, swapTokensForExactETH: (uint256,uint256,address[],address,uint256)
  "8803dbee": path(2, 1, 0),
  "4a25d94a": path(2, 1, 0),
  // exactInputSingle((address,address,uint24,address,uint256,uint256,uint160))
  "04e45aaf": single(4, 5, 7),
  // exactInputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
  "414bf389": single(5, 6, 8),
  // exactOutputSingle((address,address,uint24,address,uint256,uint256,uint160))
  "5023b4df": single(5, 4, 7),
  // exactOutputSingle((address,address,uint24,address,uint256,uint256,uint256,uint160))
  db3e2198: single(6, 5, 8),
  // swap(address,(address,address,address,address,uint256,uint256,uint256),bytes,bytes)
  "12aa3caf": { assets: { tokenIn: 1, tokenOut: 2 }, amountIn: 5, least: 6, words: 10 },
}

const decodeSwap = (call: FunctionCall, from: string): Swap | null => {
  const { selector, words } = call
  const layout = swapLayouts[selector]
  if (layout === undefined || countWords(call) < layout.words) return null
  const assets = "path" in layout.assets ? findPathEnds(call, layout.assets.path) : layout.assets
  const amountIn = layout.amountIn === null ? null : words(layout.amountIn)
  if (assets === null || amountIn === 0n) return null
  return {
    tokenIn: wordToAddress(words(assets.tokenIn)),
    tokenOut: wordToAddress(words(assets.tokenOut)),
    amountIn,
    least: words(layout.least),
    goesTo: toGoal(words, layout.recipient, from),
  }
}

const toGoal = (
  words: FunctionCall["words"],
  recipient: SwapLayout["recipient"],
  from: string,
): Swap["goesTo"] => {
  if (recipient === undefined) return "account"
  const to = BigInt(wordToAddress(words(recipient.at)))
  if (to === recipient.kept) return "router"
  return to === BigInt(from) || to === recipient.sender ? "account" : "other"
}

/** Finds the first and the last token of a path, which may be long; `null` if the call is cut before its end. */
const findPathEnds = (call: FunctionCall, at: number) => {
  const { words } = call
  const size = countWords(call)
  const list = Number(words(at)) / 32
  if (list + 1 > size) return null
  const last = list + Number(words(list))
  return last === list || last + 1 > size ? null : { tokenIn: list + 1, tokenOut: last }
}

const countWords = ({ digits }: FunctionCall): number => digits.length / 64

const decodePayout = ({ selector, words }: FunctionCall, from: string): Payout | null => {
  const isOwn = (word: bigint) => BigInt(wordToAddress(word)) === BigInt(from)
  switch (selector) {
    // unwrapWETH9(uint256,address)
    case "49404b7c":
      return isOwn(words(1)) ? { token: null, units: words(0) } : null
    // sweepToken(address,uint256,address)
    case "df2ab5bb":
      return isOwn(words(2)) ? { token: wordToAddress(words(0)), units: words(1) } : null
    default:
      return null
  }
}
