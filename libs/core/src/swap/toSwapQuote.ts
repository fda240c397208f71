import type { Decimal } from "@wmodal/protocol"
import { toFiatValue } from "../send/amountInput.ts"
import type { SwapQuote, SwapToken } from "./Swap.ts"
import { getGasCost, getMinimumReceived, getPriceImpact, getProviderFee } from "./swapMaths.ts"

/** What the exchange answered. */
export interface ExchangeQuote {
  /** Base units of the destination. */
  readonly received: bigint
  /** Base units of the network's own currency for one unit of gas. */
  readonly gasPrice: bigint
  /** UTC milliseconds. */
  readonly at: number
}

/** What a swap is about. */
export interface QuoteTerms {
  readonly source: SwapToken
  readonly destination: SwapToken
  /** Base units. */
  readonly amount: bigint
  /** Percent. */
  readonly slippage: number
  /** The network's own currency. */
  readonly native: { readonly decimals: number; readonly price: Decimal | null }
}

/** An answer in the terms that it was asked in. */
export const toSwapQuote = (
  { amount, destination, native, slippage, source }: QuoteTerms,
  { at, gasPrice, received }: ExchangeQuote,
): SwapQuote => {
  const minimum = getMinimumReceived(received, slippage)
  const given = toFiatValue(amount, source.token.decimals, source.price)
  const receivedFiat = toFiatValue(received, destination.token.decimals, destination.price)
  const gas = getGasCost(gasPrice)
  return {
    source: source.token,
    destination: destination.token,
    amount,
    received,
    minimum,
    maximumSlippage: received - minimum,
    impact: getPriceImpact(given, receivedFiat),
    providerFee: getProviderFee(amount),
    gas,
    gasFiat: toFiatValue(gas, native.decimals, native.price),
    receivedFiat,
    at,
  }
}

/** Milliseconds after which an answer is too old to act on. */
export const quoteTtlMs = 15_000

/** Milliseconds between two questions while somebody watches. */
export const quoteRefreshIntervalMs = 10_000
