import { hasKey } from "@wmodal/protocol"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import type { AssetAmount, Trade } from "../../effects/Trade.ts"
import type { ExplainContext } from "../explain/ExplainContext.ts"
import {
  type ExchangeLayout,
  exchangeLayouts,
  readLeast,
  readTerms,
  type SwapLayout,
} from "./exchangeLayouts.ts"
import { enterStructure, type FunctionCall, listNestedCalls, wordToAddress } from "./FunctionCall.ts"
import { findWrappedCurrency, passesOnAll } from "./knownTokens.ts"
import { type NativeForm, toAsset } from "./toAsset.ts"

/** A swap that names both assets. Addresses in lower case. */
interface Swap {
  readonly tokenIn: string
  readonly tokenOut: string
  readonly native: NativeForm
  /** `null`: the value that is sent. */
  readonly amountIn: bigint | null
  readonly least: bigint
  /** The path of which the tokens between the ends may keep what arrives; `null` if they cannot. */
  readonly between: readonly string[] | null
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
  const swaps = calls.flatMap((call) => {
    const swap = decodeSwap(call, from)
    if (swap === null) return []
    return [swap.between !== null && !passesOnAll(swap.between, chainId) ? { ...swap, least: 0n } : swap]
  })
  const payouts = calls.flatMap((call) => decodePayout(call, from) ?? [])
  const toGiven = ({ amountIn, native, tokenIn }: Swap): AssetAmount => ({
    asset: toAsset(tokenIn, native),
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
        gets:
          swap.goesTo === "account"
            ? [{ asset: toAsset(swap.tokenOut, swap.native), units: swap.least }]
            : [],
      })),
    ...keptTokens.map((out) => ({
      gives: kept.filter(({ tokenOut }) => tokenOut === out).map(toGiven),
      gets: payouts
        .filter(({ token }) => (token ?? wrapped) === out)
        .map(
          ({ token, units }): AssetAmount => ({
            asset: token === null ? { _tag: "Native" } : toAsset(token, "none"),
            units,
          }),
        ),
    })),
  ]
}

/** Returns whether a call is a swap whose amounts are known; 0 stands for what the router already has. */
export const isCallTrade = (call: FunctionCall, from: string): boolean => decodeSwap(call, from) !== null

const decodeSwap = (call: FunctionCall, from: string): Swap | null => {
  const layout = exchangeLayouts[call.selector]
  if (layout?.swap === undefined) return null
  const terms = readTerms(call, layout)
  const least = readLeast(terms, layout)
  const { amountIn, assets, isUnchecked, native = "none", words } = layout.swap
  if (countWords(terms) < words) return null
  const ends = findAssets(terms, assets)
  const given = amountIn === null ? null : terms.words(amountIn)
  if (ends === null || least === null || given === 0n) return null
  const between = isUnchecked && hasKey(assets, "path") ? listPath(terms, assets.path) : null
  return { ...ends, native, amountIn: given, least, between, goesTo: toGoal(terms, layout, from) }
}

const toGoal = (
  { words }: FunctionCall,
  { recipient, router, sender }: ExchangeLayout,
  from: string,
): Swap["goesTo"] => {
  if (recipient === null) return "account"
  const to = BigInt(wordToAddress(words(recipient)))
  if (to === router) return "router"
  return to === BigInt(from) || to === sender ? "account" : "other"
}

type Ends = Pick<Swap, "tokenIn" | "tokenOut">

const findAssets = (terms: FunctionCall, assets: SwapLayout["assets"]): Ends | null => {
  if (hasKey(assets, "path")) return findPathEnds(terms, assets.path)
  if (hasKey(assets, "hops")) return findHopEnds(terms, assets)
  return {
    tokenIn: wordToAddress(terms.words(assets.tokenIn)),
    tokenOut: wordToAddress(terms.words(assets.tokenOut)),
  }
}

/** Finds the first and the last token of a path, which may be long; `null` if the call is cut before its end. */
const findPathEnds = (terms: FunctionCall, at: number): Ends | null => {
  const { words } = terms
  const size = countWords(terms)
  const list = Number(words(at)) / 32
  if (list + 1 > size) return null
  const last = list + Number(words(list))
  return last === list || last + 1 > size
    ? null
    : { tokenIn: wordToAddress(words(list + 1)), tokenOut: wordToAddress(words(last)) }
}

/** Lists the tokens of such a path. */
const listPath = ({ words }: FunctionCall, at: number): readonly string[] => {
  const list = Number(words(at)) / 32
  return Array.from({ length: Number(words(list)) }, (_, place) => wordToAddress(words(list + 1 + place)))
}

/** As above. A path of pools has addresses of 20 bytes with fees of 3 between them. */
const findHopEnds = (
  terms: FunctionCall,
  { hops, isReversed }: Extract<SwapLayout["assets"], { readonly hops: number }>,
): Ends | null => {
  const { digits, words } = enterStructure(terms, hops)
  const bytes = Number(words(0))
  const path = digits.slice(64, 64 + bytes * 2).toLowerCase()
  if (bytes < 43 || (bytes - 20) % 23 !== 0 || path.length !== bytes * 2) return null
  const [first, last] = [`0x${path.slice(0, 40)}`, `0x${path.slice(-40)}`]
  return isReversed ? { tokenIn: last, tokenOut: first } : { tokenIn: first, tokenOut: last }
}

const countWords = ({ digits }: FunctionCall): number => digits.length / 64

const decodePayout = (call: FunctionCall, from: string): Payout | null => {
  const layout = exchangeLayouts[call.selector]
  if (layout?.pays === undefined || toGoal(call, layout, from) !== "account") return null
  return {
    token: layout.pays === "currency" ? null : wordToAddress(call.words(layout.pays.token)),
    units: readLeast(call, layout) ?? 0n,
  }
}
