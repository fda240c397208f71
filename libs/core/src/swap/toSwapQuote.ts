import type { Prices } from "@wmodal/api"
import { Clock, type Decimal } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Token } from "../networks/Token.ts"
import { toFiatValue } from "../send/amountInput.ts"
import { fetchTokenPrice } from "./makeSwapTokenStore.ts"
import type { SwapQuote } from "./Swap.ts"
import type { AmountRequest } from "./swapKind.ts"
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
  { amount, slippage, ...pair }: Pick<AmountRequest, "amount" | "destination" | "slippage" | "source">,
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
    fetchTokenPrice(prices, token).pipe(
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

/** Returns the minimum received in base units: `received` less the slippage in percent, rounded up. */
export const getMinimumReceived = (received: bigint, slippage: number): bigint =>
  (received * (10_000n - toHundredths(slippage)) + 9_999n) / 10_000n

/** Returns the provider's fee in base units: 0.85 % of the amount. */
export const getProviderFee = (amount: bigint): bigint => (amount * 85n) / 10_000n

/** The gas of a swap until it is estimated. Source: the AppKit 1.7.2 wire. */
const defaultGasLimit = 150_000n

/** Returns the gas cost in base units of the native currency. */
export const getGasCost = (gasPrice: bigint): bigint => gasPrice * defaultGasLimit

/** The resolution of a price impact: ten thousandths of a percent. */
const impactPrecision = 10_000

/** Percent of value, lost or gained. */
const maxImpactPercent = 15

/**
 * Returns the lost percentage of the given value, rounded up to four digits after the dot, so that it is above a whole
 * percentage exactly if the loss is. Negative for a gain; `null` if unknown, and for an implausible gain, since a wrong
 * price would hide the loss.
 */
export const getPriceImpact = (given: Decimal | null, taken: Decimal | null): number | null => {
  if (given === null || taken === null || given.units <= 0n) return null
  const all = given.units * 10n ** BigInt(taken.decimals)
  const lost = all - taken.units * 10n ** BigInt(given.decimals)
  if (lost * 100n < -all * BigInt(maxImpactPercent)) return null
  const scaled = lost * BigInt(100 * impactPrecision)
  const up = scaled > 0n && scaled % all !== 0n ? 1n : 0n
  return Number(scaled / all + up) / impactPrecision
}

/** Percent by which the minimum may be worth less than what is paid, at the prices of the second source. */
const maxSecondPriceLossPercent = 5

/** Returns whether the loss at the prices of the second source needs an explicit confirmation. */
export const isHighSecondPriceLoss = (percent: number | null): boolean =>
  percent === null || percent > maxSecondPriceLossPercent

/** Returns whether an explicit confirmation is needed. */
export const isHighImpact = (impact: number | null): boolean => impact === null || impact > maxImpactPercent

/** The default slippage in percent. */
export const defaultSlippage = 1

/** Hundredths of a percent, in which a slippage is computed exactly. */
export const toHundredths = (percent: number): bigint => BigInt(Math.round(percent * 100))

/** Percent, above 0 and at most 50, with at most two digits after the dot. */
export const isSlippage = (percent: number): boolean =>
  percent >= 0.01 && percent <= 50 && Math.round(percent * 100) / 100 === percent
