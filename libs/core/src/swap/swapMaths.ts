import type { Decimal } from "@wmodal/protocol"
import { toHundredths } from "./slippage.ts"

/** Base units: the least that may arrive, `received` less the slippage in percent, rounded up. */
export const getMinimumReceived = (received: bigint, slippage: number): bigint =>
  (received * (10_000n - toHundredths(slippage)) + 9_999n) / 10_000n

/** Base units: 0.85 % of the amount. */
export const getProviderFee = (amount: bigint): bigint => (amount * 85n) / 10_000n

/** What a swap takes as long as nobody has estimated it. Source: the AppKit 1.7.2 wire. */
const defaultGasLimit = 150_000n

/** Base units of the network's own currency. */
export const getGasCost = (gasPrice: bigint): bigint => gasPrice * defaultGasLimit

/** Everything, less twice the fee, which may grow until it is taken; `null` where that leaves nothing. `gasPrice` is 0 where the fee is none of it. */
export const getMaxSpendable = (balance: bigint, gasPrice: bigint): bigint | null => {
  const left = balance - 2n * getGasCost(gasPrice)
  return left > 0n ? left : null
}

/** Steps in which an impact is told: ten thousandths of a percent. */
const impactPrecision = 10_000

/** Percent of worth, lost or gained. */
const maxImpactPercent = 15

/**
 * Percent of what was given that is lost, rounded up to four digits after the dot, so that it is above a whole
 * percentage exactly where the loss is. Below zero where something is gained; `null` where nobody knows: also where
 * more is gained than anybody gives away, since a price that is wrong would hide what is lost.
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

/** Whether it takes an explicit act to go on. */
export const isHighImpact = (impact: number | null): boolean => impact === null || impact > maxImpactPercent
