import type { CaipAddress, Network } from "@wmodal/protocol"
import { formatAmount } from "@wmodal/protocol"
import type { Token } from "../holdings/Holdings.ts"
import { readAmount } from "../send/amount.ts"
import { insufficiency } from "../send/sufficiency.ts"
import { isSameToken, type Tokens } from "./makeTokens.ts"
import { type Answer, quoteOf } from "./quoteOf.ts"
import type { QuoteState, SwapError, SwapForm, SwapState } from "./Swap.ts"
import { defaultSlippage } from "./slippage.ts"
import { refuse } from "./swapError.ts"
import { everythingOf, gasOf } from "./swapMaths.ts"

/** What a person has typed and chosen. */
export interface Draft {
  /** Whose it is; `null` while nothing is connected. */
  readonly payer: CaipAddress | null
  readonly source: Token | null
  readonly destination: Token | null
  /** What the amount field says, in the form of `typeNumber`. */
  readonly text: string
  readonly slippage: number
}

/** What was found out about a draft. */
export interface Learnt {
  /** The answer, or why there is none, and the question that it is of: to another question it is none. */
  readonly quote: {
    readonly question: string
    readonly answer: Answer | SwapError
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
export interface Purse {
  readonly network: Network
  readonly tokens: Pick<Tokens, "of">
  /** The network's own currency. */
  readonly native: Token
  readonly smart: boolean
}

export const emptyDraft: Draft = {
  payer: null,
  source: null,
  destination: null,
  text: "1",
  slippage: defaultSlippage,
}

export const nothingLearnt: Learnt = {
  quote: null,
  refreshing: false,
  gasPrice: null,
  refusal: null,
  preparing: false,
}

/** What to ask the exchange. */
export interface QuoteQuestion {
  readonly key: string
  readonly source: Token
  readonly destination: Token
  /** Base units. */
  readonly amount: bigint
}

/** Base units; `null` where the text is no amount of the source. */
export const amountOf = ({ source, text }: Draft): bigint | null =>
  source === null ? null : readAmount(text, "token", { token: source, price: null })

/** `null` where there is nothing to ask yet. */
export const quoteQuestion = (draft: Draft): QuoteQuestion | null => {
  const { destination, payer, source } = draft
  const amount = amountOf(draft)
  if (payer === null || source === null || destination === null || amount === null || amount <= 0n)
    return null
  const key = JSON.stringify([payer, source.network, source.address, destination.address, `${amount}`])
  return { key, source, destination, amount }
}

/** The token takes a side; one that stands on the other side already changes places with it. */
export const withToken = (draft: Draft, side: "source" | "destination", token: Token): Draft => {
  const other = side === "source" ? "destination" : "source"
  const there = draft[other]
  const before = draft[side]
  return there !== null && isSameToken(there, token)
    ? { ...draft, [side]: token, [other]: before }
    : { ...draft, [side]: token }
}

/** The other way round: what would have been received is then given, or 1 where nothing would have been. */
export const switched = (draft: Draft, quote: QuoteState): Draft => ({
  ...draft,
  source: draft.destination,
  destination: draft.source,
  text:
    quote._tag === "Quoted" && quote.quote.received > 0n
      ? formatAmount(quote.quote.received, quote.quote.destination.decimals)
      : "1",
})

/** Everything of the source; of the network's own currency less what the fee may be. */
export const everything = (draft: Draft, { gasPrice }: Learnt, purse: Purse): Draft | null => {
  const { source } = draft
  const balance = source === null ? null : purse.tokens.of(source).balance
  if (source === null || balance === null) return null
  const isFree = source.address !== null || purse.smart
  if (!isFree && gasPrice === null) return null
  const all = everythingOf(balance, isFree ? 0n : (gasPrice ?? 0n))
  return all === null ? null : { ...draft, text: formatAmount(all, source.decimals) }
}

const quoteIn = (draft: Draft, learnt: Learnt, { native, tokens }: Purse): QuoteState => {
  const question = quoteQuestion(draft)
  if (question === null) return { _tag: "None" }
  const { quote, refreshing } = learnt
  if (quote?.question !== question.key) return { _tag: "Quoting" }
  const { answer, stale } = quote
  if ("_tag" in answer) return { _tag: "Failed", error: answer }
  const terms = {
    source: tokens.of(question.source),
    destination: tokens.of(question.destination),
    amount: question.amount,
    slippage: draft.slippage,
    native: { decimals: native.decimals, price: tokens.of(native).price },
  }
  return { _tag: "Quoted", quote: quoteOf(terms, answer), stale, refreshing }
}

/** What a face shows of a draft, of what was found out about it, and of nothing else. */
export const editing = (
  draft: Draft,
  learnt: Learnt,
  purse: Purse,
): Extract<SwapState, { readonly _tag: "Editing" }> => {
  const quote = quoteIn(draft, learnt, purse)
  const error = learnt.refusal ?? wrong(draft, learnt, purse)
  const { preparing } = learnt
  return {
    _tag: "Editing",
    form: formOf(draft, purse),
    quote,
    error,
    preparing,
    ready: !preparing && error === null && quote._tag === "Quoted" && !quote.stale,
  }
}

const formOf = ({ destination, slippage, source, text }: Draft, { tokens }: Purse): SwapForm => ({
  source: source === null ? null : tokens.of(source),
  destination: destination === null ? null : tokens.of(destination),
  amount: text,
  slippage,
})

/** What stands there and cannot be right; `null` while something is only missing. */
const wrong = (draft: Draft, { gasPrice }: Learnt, { native, smart, tokens }: Purse): SwapError | null => {
  const { source, text } = draft
  if (source === null || text === "") return null
  const amount = amountOf(draft)
  if (amount === null) return refuse({ _tag: "InvalidAmount" })
  const { balance } = tokens.of(source)
  if (amount === 0n || balance === null) return null
  const lacking = insufficiency({
    amount,
    balance,
    native: tokens.of(native).balance,
    isNative: source.address === null,
    fee: gasPrice === null ? null : gasOf(gasPrice),
    smart,
  })
  return lacking === null ? null : refuse({ _tag: "Insufficient", of: lacking })
}
