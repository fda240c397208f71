import type { Prices } from "@wmodal/api"
import { Clock, type Decimal } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Token } from "../networks/Token.ts"
import { toFiatValue } from "../send/amountInput.ts"
import type { SwapRequest } from "./makePrepareSwap.ts"
import { fetchPrice } from "./makeSwapTokenStore.ts"
import type { SwapQuote } from "./Swap.ts"
import { getGasCost, getMinimumReceived, getPriceImpact, getProviderFee } from "./swapMaths.ts"
import type { SwapPayer } from "./swapModel.ts"

/** The response of the exchange. */
export interface ExchangeQuote {
  /** Base units of the destination. */
  readonly received: bigint
  /** Base units of the native currency for one unit of gas. */
  readonly gasPrice: bigint
  /** UTC milliseconds. */
  readonly at: number
}

/** Converts a response to the units of its query. */
export const toSwapQuote = (
  { amount, slippage, ...pair }: Pick<SwapRequest, "amount" | "destination" | "slippage" | "source">,
  { at, gasPrice, received }: ExchangeQuote,
  { native, tokens }: Pick<SwapPayer, "native" | "tokens">,
): SwapQuote => {
  const [source, destination] = [tokens.get(pair.source), tokens.get(pair.destination)]
  const minimum = getMinimumReceived(received, slippage)
  const amountFiat = toFiatValue(amount, source.token.decimals, source.price)
  const receivedFiat = toFiatValue(received, destination.token.decimals, destination.price)
  const gas = getGasCost(gasPrice)
  return {
    source: source.token,
    destination: destination.token,
    amount,
    amountFiat,
    received,
    minimum,
    maximumSlippage: received - minimum,
    impact: getPriceImpact(amountFiat, receivedFiat),
    providerFee: getProviderFee(amount),
    gas,
    gasFiat: toFiatValue(gas, native.decimals, tokens.get(native).price),
    receivedFiat,
    at,
  }
}

/** Milliseconds until a quote is too old to use. */
export const quoteTtlMs = 15_000

/** Milliseconds between two queries while a view is open. */
export const quoteRefreshIntervalMs = 10_000

/** Milliseconds until the second source counts as silent. */
const secondPriceTimeoutMs = 5_000

/** The prices of both tokens at the second source; `null` for one without a price. */
export interface SecondPrices {
  readonly source: Decimal | null
  readonly destination: Decimal | null
}

/** Asks the second source, never a cache of the exchange's prices. */
export const fetchSecondPrices = (
  prices: Prices,
  { destination, source }: Record<keyof SecondPrices, Token>,
): Effect.Effect<SecondPrices> => {
  const read = (token: Token) =>
    fetchPrice(prices, token).pipe(
      Clock.timeoutOrElse({ duration: secondPriceTimeoutMs, orElse: () => Effect.succeed(null) }),
    )
  return Effect.all({ source: read(source), destination: read(destination) }, { concurrency: "unbounded" })
}

/** Returns the percentage by which the minimum is worth less than what is paid; `null` if it is not known. */
export const getSecondPriceLoss = (
  prices: SecondPrices,
  { amount, destination, minimum, source }: Pick<SwapQuote, "amount" | "destination" | "minimum" | "source">,
): number | null =>
  getPriceImpact(
    toFiatValue(amount, source.decimals, prices.source),
    toFiatValue(minimum, destination.decimals, prices.destination),
  )
