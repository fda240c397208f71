import type { BitcoinTraits } from "../BitcoinTraits.ts"
import type { Ledger } from "../ledger/Ledger.ts"

/** Fee rates in satoshis per virtual byte, constant. */
const feeRates = { fastest: 12, halfHour: 7, hour: 4, economy: 2, minimum: 1 } as const

/** A rate of a world whose rates are so many times the usual ones; no less than nodes relay. */
const scale = (rate: number, factor: number): number =>
  Math.max(feeRates.minimum, Math.round(rate * factor * 1000) / 1000)

/** Returns the recommended rates. Source: mempool.space's `v1/fees/recommended`. */
export const recommendedJson = ({ feeFactor }: BitcoinTraits) => ({
  fastestFee: scale(feeRates.fastest, feeFactor),
  halfHourFee: scale(feeRates.halfHour, feeFactor),
  hourFee: scale(feeRates.hour, feeFactor),
  economyFee: scale(feeRates.economy, feeFactor),
  minimumFee: feeRates.minimum,
})

/** Returns the fee rate for confirmation within `blocks` blocks. */
export const getFeeRate = (blocks: number): number => {
  if (blocks <= 1) return feeRates.fastest
  if (blocks <= 3) return feeRates.halfHour
  if (blocks <= 6) return feeRates.hour
  return blocks <= 144 ? feeRates.economy : feeRates.minimum
}

const targets = [
  1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 144, 504, 1008,
]

/** Returns the rate per target in blocks. Source: the Esplora HTTP API, `fee-estimates`. */
export const estimatesJson = ({ estimatesFrom, feeFactor }: BitcoinTraits) =>
  Object.fromEntries(
    targets
      .filter((blocks) => estimatesFrom !== null && blocks >= estimatesFrom)
      .map((blocks) => [blocks, scale(getFeeRate(blocks), feeFactor)]),
  )

/** Returns the rate of each mempool transaction, in satoshis per virtual byte. */
const getMempoolRates = ({ state }: Ledger) =>
  state.mempool().map(({ transaction, fee }) => {
    const vsize = transaction.virtualSize()
    return { vsize, fee: Number(fee), rate: Number(fee) / vsize }
  })

/**
 * Returns the projected blocks, at most one: the mempool here never fills more. Source: mempool.space's
 * `v1/fees/mempool-blocks`.
 */
export const mempoolBlocksJson = (ledger: Ledger) => {
  const entries = getMempoolRates(ledger)
  if (entries.length === 0) return []
  const rates = entries.map(({ rate }) => rate).toSorted((one, other) => one - other)
  const at = (part: number) => rates[Math.round((rates.length - 1) * part)] ?? 0
  return [
    {
      blockSize: ledger.state.mempool().reduce((sum, { transaction }) => sum + transaction.byteLength(), 0),
      blockVSize: entries.reduce((sum, { vsize }) => sum + vsize, 0),
      nTx: entries.length,
      totalFees: entries.reduce((sum, { fee }) => sum + fee, 0),
      medianFee: at(0.5),
      feeRange: [0, 0.1, 0.25, 0.5, 0.75, 0.9, 1].map(at),
    },
  ]
}

/** Returns the mempool's totals. Source: the Esplora HTTP API, `mempool`. */
export const backlogJson = (ledger: Ledger) => {
  const entries = getMempoolRates(ledger)
  return {
    count: entries.length,
    vsize: entries.reduce((sum, { vsize }) => sum + vsize, 0),
    total_fee: entries.reduce((sum, { fee }) => sum + fee, 0),
    fee_histogram: entries
      .toSorted((one, other) => other.rate - one.rate)
      .map(({ rate, vsize }) => [rate, vsize]),
  }
}

/** Returns the ten newest mempool transactions. */
export const recentJson = ({ state }: Ledger) =>
  state
    .mempool()
    .slice(-10)
    .toReversed()
    .map(({ txid, transaction, fee }) => ({
      txid,
      fee: Number(fee),
      vsize: transaction.virtualSize(),
      value: Number(transaction.outs.reduce((sum, { value }) => sum + value, 0n)),
    }))
