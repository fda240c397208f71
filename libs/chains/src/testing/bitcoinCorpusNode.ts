import { makeEsploraNode } from "./esploraNode.ts"

/** The account of the corpus of requests that harm, or are usual: its payments, and its inscriptions and runes. */
const vera = "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te"
const ordinals = "bc1pfzhx49qe6s5exppe5hqljg3n6587xk0w75xqr70pgdt7ygnfkssqxqjd9l"

/** Returns the address in use and the wallet's: for payments, for inscriptions, or one of taproot that is the only one. */
export const toCorpusAccounts = (from: "ordinals" | "taproot" | undefined) => ({
  from: from === undefined ? vera : ordinals,
  own: from === "taproot" ? [ordinals] : [vera, ordinals],
})

const toPaths = (address: string, coins: readonly (readonly [index: number, value: number])[]) => {
  const none = { funded_txo_sum: 0, spent_txo_sum: 0, tx_count: 0 }
  const status = { confirmed: true, block_height: 1, block_time: 1 }
  const total = coins.reduce((sum, [, value]) => sum + value, 0)
  return {
    [`/address/${address}`]: {
      chain_stats: { ...none, funded_txo_sum: total, tx_count: 3 },
      mempool_stats: none,
    },
    [`/address/${address}/utxo`]: coins.map(([vout, value]) => ({
      txid: "ab".repeat(32),
      vout,
      value,
      status,
    })),
  }
}

export const makeBitcoinCorpusNode = () =>
  makeEsploraNode({
    "/v1/fees/recommended": { halfHourFee: 12, minimumFee: 1 },
    ...toPaths(vera, [
      [0, 20_000_000_000],
      [1, 50_000],
      [3, 1_000_000_000],
      [7, 600],
    ]),
    ...toPaths(ordinals, [
      [2, 546],
      [4, 10_000],
      [5, 330],
      [6, 500_000_000],
      [8, 7_000],
    ]),
  })
