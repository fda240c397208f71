import type { Decimal } from "@wmodal/protocol"
import { toFiatValue } from "../send/amountInput.ts"
import type { SwapQuote, SwapToken } from "./Swap.ts"
import { getGasCost, getMinimumReceived, getPriceImpact, getProviderFee } from "./swapMaths.ts"

/** The response of the exchange. */
export interface ExchangeQuote {
  /** Base units of the destination. */
  readonly received: bigint
  /** Base units of the native currency for one unit of gas. */
  readonly gasPrice: bigint
  /** UTC milliseconds. */
  readonly at: number
}

/** The query of a swap quote. */
export interface QuoteTerms {
  readonly source: SwapToken
  readonly destination: SwapToken
  /** Base units. */
  readonly amount: bigint
  /** Percent. */
  readonly slippage: number
  /** The native currency. */
  readonly native: { readonly decimals: number; readonly price: Decimal | null }
}

/** Converts a response to the units of its query. */
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

/** Milliseconds until a quote is too old to use. */
export const quoteTtlMs = 15_000

/** Milliseconds between two queries while a view is open. */
export const quoteRefreshIntervalMs = 10_000
