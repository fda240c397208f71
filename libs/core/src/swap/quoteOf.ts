import type { Decimal } from "@wmodal/protocol"
import { worthOf } from "../send/amount.ts"
import type { SwapQuote, SwapToken } from "./Swap.ts"
import { gasOf, impactOf, minimumOf, providerFeeOf } from "./swapMaths.ts"

/** What the exchange answered. */
export interface Answer {
  /** Base units of the destination. */
  readonly received: bigint
  /** Base units of the network's own currency for one unit of gas. */
  readonly gasPrice: bigint
  /** UTC milliseconds. */
  readonly at: number
}

/** What a swap is about. */
export interface Terms {
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
export const quoteOf = (
  { amount, destination, native, slippage, source }: Terms,
  { at, gasPrice, received }: Answer,
): SwapQuote => {
  const minimum = minimumOf(received, slippage)
  const given = worthOf(amount, source.token.decimals, source.price)
  const receivedFiat = worthOf(received, destination.token.decimals, destination.price)
  const gas = gasOf(gasPrice)
  return {
    source: source.token,
    destination: destination.token,
    amount,
    received,
    minimum,
    maximumSlippage: received - minimum,
    impact: impactOf(given, receivedFiat),
    providerFee: providerFeeOf(amount),
    gas,
    gasFiat: worthOf(gas, native.decimals, native.price),
    receivedFiat,
    at,
  }
}

/** Milliseconds after which an answer is too old to act on. */
export const staleAfter = 15_000

/** Milliseconds between two questions while somebody watches. */
export const refreshAfter = 10_000
