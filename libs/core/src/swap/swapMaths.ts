import type { Decimal } from "@wmodal/protocol"

/** Returns the minimum received in base units: `received` less the slippage in percent, rounded up. */
export const getMinimumReceived = (received: bigint, slippage: number): bigint =>
  (received * (10_000n - toHundredths(slippage)) + 9_999n) / 10_000n

/** Returns the provider's fee in base units: 0.85 % of the amount. */
export const getProviderFee = (amount: bigint): bigint => (amount * 85n) / 10_000n

/** The gas of a swap until it is estimated. Source: the AppKit 1.7.2 wire. */
const defaultGasLimit = 150_000n

/** Returns the gas cost in base units of the native currency. */
export const getGasCost = (gasPrice: bigint): bigint => gasPrice * defaultGasLimit

/**
 * Returns the whole balance less twice the fee, which may rise until then; `null` if nothing remains. `gasPrice` is 0
 * if the fee is in another currency.
 */
export const getMaxSpendable = (balance: bigint, gasPrice: bigint): bigint | null => {
  const left = balance - 2n * getGasCost(gasPrice)
  return left > 0n ? left : null
}

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
