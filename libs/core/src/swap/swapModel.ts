import type { CaipAddress, Network } from "@wmodal/protocol"
import { formatAmount } from "@wmodal/protocol"
import type { Token } from "../holdings/Holdings.ts"
import { parseAmountInput } from "../send/amountInput.ts"
import { findShortfall } from "../send/balanceCheck.ts"
import { isSameToken, type SwapTokenStore } from "./makeSwapTokenStore.ts"
import type { QuoteState, SwapError, SwapForm, SwapState } from "./Swap.ts"
import { defaultSlippage } from "./slippage.ts"
import { makeSwapError } from "./swapErrors.ts"
import { getGasCost, getMaxSpendable } from "./swapMaths.ts"
import { type ExchangeQuote, toSwapQuote } from "./toSwapQuote.ts"

/** What a person has typed and chosen. */
export interface SwapDraft {
  /** Whose it is; `null` while nothing is connected. */
  readonly payer: CaipAddress | null
  readonly source: Token | null
  readonly destination: Token | null
  /** What the amount field says, in the form of `typeNumber`. */
  readonly text: string
  readonly slippage: number
}

/** What was found out about a draft. */
export interface SwapDraftData {
  /** The answer, or why there is none, and the question that it is of: to another question it is none. */
  readonly quote: {
    readonly question: string
    readonly answer: ExchangeQuote | SwapError
    readonly stale: boolean
  } | null
  /** It is asked again. */
  readonly refreshing: boolean
  /** Base units of the network's own currency for one unit of gas; `null` as long as nobody knows. */
  readonly gasPrice: bigint | null
  /** Why there was no review of it. */
  readonly refusal: SwapError | null
  readonly preparing: boolean
}

/** Who swaps, and what is known of the tokens. */
export interface SwapPayer {
  readonly network: Network
  readonly tokens: Pick<SwapTokenStore, "get">
  /** The network's own currency. */
  readonly native: Token
  readonly smart: boolean
}

export const emptySwapDraft: SwapDraft = {
  payer: null,
  source: null,
  destination: null,
  text: "1",
  slippage: defaultSlippage,
}

export const emptySwapDraftData: SwapDraftData = {
  quote: null,
  refreshing: false,
  gasPrice: null,
  refusal: null,
  preparing: false,
}

/** What to ask the exchange. */
export interface QuoteQuery {
  readonly key: string
  readonly source: Token
  readonly destination: Token
  /** Base units. */
  readonly amount: bigint
}

/** Base units; `null` where the text is no amount of the source. */
export const parseSourceAmount = ({ source, text }: SwapDraft): bigint | null =>
  source === null ? null : parseAmountInput(text, "token", { token: source, price: null })

/** `null` where there is nothing to ask yet. */
export const toQuoteQuery = (draft: SwapDraft): QuoteQuery | null => {
  const { destination, payer, source } = draft
  const amount = parseSourceAmount(draft)
  if (payer === null || source === null || destination === null || amount === null || amount <= 0n)
    return null
  const key = JSON.stringify([payer, source.network, source.address, destination.address, `${amount}`])
  return { key, source, destination, amount }
}

/** The token takes a side; one that stands on the other side already changes places with it. */
export const withToken = (draft: SwapDraft, side: "source" | "destination", token: Token): SwapDraft => {
  const other = side === "source" ? "destination" : "source"
  const there = draft[other]
  const before = draft[side]
  return there !== null && isSameToken(there, token)
    ? { ...draft, [side]: token, [other]: before }
    : { ...draft, [side]: token }
}

/** The other way round: what would have been received is then given, or 1 where nothing would have been. */
export const withSwitchedSides = (draft: SwapDraft, quote: QuoteState): SwapDraft => ({
  ...draft,
  source: draft.destination,
  destination: draft.source,
  text:
    quote._tag === "Quoted" && quote.quote.received > 0n
      ? formatAmount(quote.quote.received, quote.quote.destination.decimals)
      : "1",
})

/** Everything of the source; of the network's own currency less what the fee may be. */
export const withMaxAmount = (
  draft: SwapDraft,
  { gasPrice }: SwapDraftData,
  purse: SwapPayer,
): SwapDraft | null => {
  const { source } = draft
  const balance = source === null ? null : purse.tokens.get(source).balance
  if (source === null || balance === null) return null
  const isFree = source.address !== null || purse.smart
  if (!isFree && gasPrice === null) return null
  const all = getMaxSpendable(balance, isFree ? 0n : (gasPrice ?? 0n))
  return all === null ? null : { ...draft, text: formatAmount(all, source.decimals) }
}

const toQuoteState = (draft: SwapDraft, learnt: SwapDraftData, { native, tokens }: SwapPayer): QuoteState => {
  const question = toQuoteQuery(draft)
  if (question === null) return { _tag: "None" }
  const { quote, refreshing } = learnt
  if (quote?.question !== question.key) return { _tag: "Quoting" }
  const { answer, stale } = quote
  if ("_tag" in answer) return { _tag: "Failed", error: answer }
  const terms = {
    source: tokens.get(question.source),
    destination: tokens.get(question.destination),
    amount: question.amount,
    slippage: draft.slippage,
    native: { decimals: native.decimals, price: tokens.get(native).price },
  }
  return { _tag: "Quoted", quote: toSwapQuote(terms, answer), stale, refreshing }
}

/** What a face shows of a draft, of what was found out about it, and of nothing else. */
export const toSwapEditingState = (
  draft: SwapDraft,
  learnt: SwapDraftData,
  purse: SwapPayer,
): Extract<SwapState, { readonly _tag: "Editing" }> => {
  const quote = toQuoteState(draft, learnt, purse)
  const error = learnt.refusal ?? findSwapFormError(draft, learnt, purse)
  const { preparing } = learnt
  return {
    _tag: "Editing",
    form: toSwapForm(draft, purse),
    quote,
    error,
    preparing,
    ready: !preparing && error === null && quote._tag === "Quoted" && !quote.stale,
  }
}

const toSwapForm = ({ destination, slippage, source, text }: SwapDraft, { tokens }: SwapPayer): SwapForm => ({
  source: source === null ? null : tokens.get(source),
  destination: destination === null ? null : tokens.get(destination),
  amount: text,
  slippage,
})

/** What stands there and cannot be right; `null` while something is only missing. */
const findSwapFormError = (
  draft: SwapDraft,
  { gasPrice }: SwapDraftData,
  { native, smart, tokens }: SwapPayer,
): SwapError | null => {
  const { source, text } = draft
  if (source === null || text === "") return null
  const amount = parseSourceAmount(draft)
  if (amount === null) return makeSwapError({ _tag: "InvalidAmount" })
  const { balance } = tokens.get(source)
  if (amount === 0n || balance === null) return null
  const lacking = findShortfall({
    amount,
    balance,
    native: tokens.get(native).balance,
    isNative: source.address === null,
    fee: gasPrice === null ? null : getGasCost(gasPrice),
    smart,
  })
  return lacking === null ? null : makeSwapError({ _tag: "Insufficient", of: lacking })
}
