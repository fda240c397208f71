import type { CaipAddress, Network } from "@wmodal/protocol"
import { formatAmount, hasKey } from "@wmodal/protocol"
import { isSameToken } from "../holdings/findHolding.ts"
import type { Token } from "../networks/Token.ts"
import { parseAmountInput } from "../send/amountInput.ts"
import { findShortfall } from "../services/funds.ts"
import type { MaximumQuery } from "./findSwapMaximum.ts"
import type { SwapTokenStore } from "./makeSwapTokenStore.ts"
import type { QuoteState, SwapError, SwapForm, SwapState } from "./Swap.ts"
import { makeSwapError } from "./SwapContext.ts"
import { defaultSlippage, type ExchangeQuote, toSwapQuote } from "./toSwapQuote.ts"

/** The user's input. */
export interface SwapDraft {
  /** The owning account; `null` without a connection. */
  readonly payer: CaipAddress | null
  readonly source: Token | null
  readonly destination: Token | null
  /** The text of the amount field, in the form of `applyNumericEdit`. */
  readonly text: string
  readonly slippage: number
  readonly max: boolean
}

/** The query results of a draft. */
export interface SwapDraftData {
  /** The quote or its error, with its query. It is valid for no other query. */
  readonly quote: {
    readonly question: string
    readonly answer: ExchangeQuote | SwapError
    readonly stale: boolean
  } | null
  readonly refreshing: boolean
  /** Base units of the native currency for one unit of gas; `null` while it is unknown. */
  readonly gasPrice: bigint | null
  /** The reason why the review failed. */
  readonly refusal: SwapError | null
  readonly preparing: boolean
}

/** The swapping account, and the data of its tokens. */
export interface SwapPayer {
  readonly network: Network
  readonly tokens: Pick<SwapTokenStore, "get">
  /** The native currency. */
  readonly native: Token
  readonly smart: boolean
}

export const emptySwapDraft: SwapDraft = {
  payer: null,
  source: null,
  destination: null,
  text: "1",
  slippage: defaultSlippage,
  max: false,
}

export const emptySwapDraftData: SwapDraftData = {
  quote: null,
  refreshing: false,
  gasPrice: null,
  refusal: null,
  preparing: false,
}

export interface QuoteQuery {
  readonly key: string
  readonly source: Token
  readonly destination: Token
  /** Base units. */
  readonly amount: bigint
}

/** Returns base units; `null` if the text is not a valid amount of the source. */
export const parseSourceAmount = ({ source, text }: SwapDraft): bigint | null =>
  source === null ? null : parseAmountInput(text, "token", { token: source, price: null })

/** Returns the query; `null` if the input is incomplete. */
export const toQuoteQuery = (draft: SwapDraft): QuoteQuery | null => {
  const { destination, payer, source } = draft
  const amount = parseSourceAmount(draft)
  if (payer === null || source === null || destination === null || amount === null || amount <= 0n)
    return null
  const key = JSON.stringify([payer, source.network, source.address, destination.address, `${amount}`])
  return { key, source, destination, amount }
}

/** Sets the token of a side; a token that is already on the other side changes places with it. */
export const withToken = (draft: SwapDraft, side: "source" | "destination", token: Token): SwapDraft => {
  const other = side === "source" ? "destination" : "source"
  const there = draft[other]
  const before = draft[side]
  const exchanged = there !== null && isSameToken(there, token)
  // The maximum of one token is an amount like any other of the next one.
  const max = draft.max && side === "destination" && !exchanged
  return exchanged ? { ...draft, [side]: token, [other]: before, max } : { ...draft, [side]: token, max }
}

/** Exchanges the sides: the previous received amount becomes the source amount, or 1 if there was none. */
export const withSwitchedSides = (draft: SwapDraft, quote: QuoteState): SwapDraft => ({
  ...draft,
  source: draft.destination,
  destination: draft.source,
  max: false,
  text:
    quote._tag === "Quoted" && quote.quote.received > 0n
      ? formatAmount(quote.quote.received, quote.quote.destination.decimals)
      : "1",
})

/** Sets the whole balance of the source; its fee is found by the query of the maximum, and by the review. */
export const withMaxAmount = (draft: SwapDraft, { tokens }: SwapPayer): SwapDraft | null => {
  const { source } = draft
  const balance = source === null ? null : tokens.get(source).balance
  return source === null || balance === null || balance === 0n
    ? null
    : { ...draft, max: true, text: formatAmount(balance, source.decimals) }
}

/** Returns the query of the maximum that a draft has to leave a fee for; `null` if it has none to leave. */
export const toMaximumQuery = (
  { destination, max, payer, slippage, source }: SwapDraft,
  { smart }: SwapPayer,
): (MaximumQuery & { readonly key: string }) | null => {
  if (!max || smart || payer === null || source === null || destination === null || source.address !== null)
    return null
  const key = JSON.stringify([payer, source.network, destination.address, slippage])
  return { key, source, destination, slippage }
}

const toQuoteState = (
  draft: SwapDraft,
  { quote, refreshing }: SwapDraftData,
  purse: SwapPayer,
): QuoteState => {
  const question = toQuoteQuery(draft)
  if (question === null) return { _tag: "None" }
  if (quote?.question !== question.key) return { _tag: "Quoting" }
  const { answer, stale } = quote
  return hasKey(answer, "_tag")
    ? { _tag: "Failed", error: answer }
    : {
        _tag: "Quoted",
        quote: toSwapQuote({ ...question, slippage: draft.slippage }, answer, purse),
        stale,
        refreshing,
      }
}

/** Returns the UI state of a draft and its query results, and depends on nothing else. */
export const toSwapEditingState = (
  draft: SwapDraft,
  learnt: SwapDraftData,
  purse: SwapPayer,
): Extract<SwapState, { readonly _tag: "Editing" }> => {
  const quote = toQuoteState(draft, learnt, purse)
  const error = learnt.refusal ?? findSwapFormError(draft, purse)
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

const toSwapForm = (
  { destination, max, slippage, source, text }: SwapDraft,
  { tokens }: SwapPayer,
): SwapForm => ({
  source: source === null ? null : tokens.get(source),
  destination: destination === null ? null : tokens.get(destination),
  amount: text,
  slippage,
  max,
})

/** Returns the problem of the current input; `null` while something is only missing. The review knows the fee. */
const findSwapFormError = (draft: SwapDraft, { native, smart, tokens }: SwapPayer): SwapError | null => {
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
    fee: null,
    smart,
  })
  return lacking === null ? null : makeSwapError({ _tag: "Insufficient", of: lacking })
}
