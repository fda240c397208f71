import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { type EsploraOutput, fetchAddress, fetchHistory } from "./esplora.ts"

/**
 * Returns the confirmed balance, less pending spends, plus own pending change. Payments of others count once confirmed.
 * Uses totals, because an address may have more UTXOs than a node lists.
 */
export const fetchConfirmedBalance = Effect.fnUntraced(function* (
  rpc: Rpc,
  address: string,
): Effect.fn.Return<bigint, RpcError> {
  const { chain_stats: inBlocks, mempool_stats: before } = yield* fetchAddress(rpc, address)
  const confirmed = inBlocks.funded_txo_sum - inBlocks.spent_txo_sum
  if (before.tx_count === 0) return confirmed
  const waiting = (yield* fetchHistory(rpc, address)).filter(({ status }) => !status.confirmed)
  // The list is incomplete, or a block arrived between both responses: pending change is then left out.
  if (waiting.length < before.tx_count) return clampToZero(confirmed - before.spent_txo_sum)

  const worthOf = (outputs: readonly EsploraOutput[]) =>
    outputs.reduce((sum, output) => sum + (output.scriptpubkey_address === address ? output.value : 0n), 0n)
  const isForeign = ({ vin }: (typeof waiting)[number]) =>
    vin.every(({ prevout }) => prevout?.scriptpubkey_address !== address)
  const foreign = new Set(waiting.filter(isForeign).map(({ txid }) => txid))
  const changes = waiting
    .filter((one) => !isForeign(one))
    // Inputs from pending payments of others are not part of the confirmed balance.
    .map(({ vin, vout }) => {
      const spent = vin.flatMap(({ prevout, txid }) => (foreign.has(txid) ? [] : (prevout ?? [])))
      return worthOf(vout) - worthOf(spent)
    })
  return clampToZero(changes.reduce((sum, change) => sum + change, confirmed))
})

const clampToZero = (value: bigint): bigint => (value < 0n ? 0n : value)

export const fetchBalance: ChainActions["balance"] = ({ address, rpc }) => fetchConfirmedBalance(rpc, address)
