import type { Ledger } from "../ledger/Ledger.ts"
import type { LedgerTransaction } from "../ledger/LedgerState.ts"
import { isEqualBytes } from "../transaction/bytes.ts"
import { statusJson } from "./transactionJson.ts"

const sumValues = (values: readonly { readonly value: bigint }[]): number =>
  Number(values.reduce((sum, { value }) => sum + value, 0n))

/** Returns the received and spent totals of a script. Source: the Esplora HTTP API. */
const statsJson = (entries: readonly LedgerTransaction[], script: Uint8Array) => {
  const funded = entries.flatMap(({ transaction }) =>
    transaction.outs.filter((out) => isEqualBytes(out.script, script)),
  )
  const spent = entries.flatMap((entry) => entry.spent.filter((out) => isEqualBytes(out.script, script)))
  return {
    funded_txo_count: funded.length,
    funded_txo_sum: sumValues(funded),
    spent_txo_count: spent.length,
    spent_txo_sum: sumValues(spent),
    tx_count: entries.length,
  }
}

export const addressStatsJson = ({ state }: Ledger, script: Uint8Array) => {
  const history = state.history(script)
  return {
    chain_stats: statsJson(
      history.filter(({ height }) => height !== null),
      script,
    ),
    mempool_stats: statsJson(
      history.filter(({ height }) => height === null),
      script,
    ),
  }
}

/** Returns the unspent outputs, in a block or in the mempool. */
export const unspentJson = ({ state }: Ledger, script: Uint8Array) =>
  state.history(script).flatMap(({ txid, transaction, height }) =>
    transaction.outs.flatMap((output, vout) => {
      const isUnspent =
        isEqualBytes(output.script, script) &&
        state.spender(`${txid}:${vout}`) === undefined &&
        state.coin(`${txid}:${vout}`) !== undefined
      return isUnspent ? [{ txid, vout, status: statusJson(state, height), value: Number(output.value) }] : []
    }),
  )

/** Returns confirmed entries, newest first: by block height, then by position in the block. */
export const getConfirmed = ({ state }: Ledger, script: Uint8Array): readonly LedgerTransaction[] => {
  const placeOf = ({ txid, height }: LedgerTransaction) =>
    height === null ? -1 : (state.blocks[height]?.txids.indexOf(txid) ?? -1)
  return state
    .history(script)
    .filter(({ height }) => height !== null)
    .toSorted((one, other) => (other.height ?? 0) - (one.height ?? 0) || placeOf(other) - placeOf(one))
}

/** Returns pending entries, newest first. */
export const getUnconfirmed = ({ state }: Ledger, script: Uint8Array): readonly LedgerTransaction[] =>
  state
    .history(script)
    .filter(({ height }) => height === null)
    .toReversed()
