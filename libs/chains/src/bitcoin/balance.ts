import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { type EsploraOutput, fetchAddress, fetchHistory } from "./esplora.ts"

/**
 * All that is in a block, less what has left, and with change of one's own that waits for one. What others send counts
 * once it is in a block. Asked so that an address with more coins than a node lists has a balance too.
 */
export const fetchConfirmedBalance = Effect.fnUntraced(function* (
  rpc: Rpc,
  address: string,
): Effect.fn.Return<bigint, RpcError> {
  const { chain_stats: inBlocks, mempool_stats: before } = yield* fetchAddress(rpc, address)
  const confirmed = inBlocks.funded_txo_sum - inBlocks.spent_txo_sum
  if (before.tx_count === 0) return confirmed
  const waiting = (yield* fetchHistory(rpc, address)).filter(({ status }) => !status.confirmed)
  // More of them than a node lists, or a block came between the two answers: then nothing that waits has come.
  if (waiting.length < before.tx_count) return clampToZero(confirmed - before.spent_txo_sum)

  const worthOf = (outputs: readonly EsploraOutput[]) =>
    outputs.reduce((sum, output) => sum + (output.scriptpubkey_address === address ? output.value : 0n), 0n)
  const isForeign = ({ vin }: (typeof waiting)[number]) =>
    vin.every(({ prevout }) => prevout?.scriptpubkey_address !== address)
  const foreign = new Set(waiting.filter(isForeign).map(({ txid }) => txid))
  const changes = waiting
    .filter((one) => !isForeign(one))
    // What has not come cannot leave either.
    .map(({ vin, vout }) => {
      const spent = vin.flatMap(({ prevout, txid }) => (foreign.has(txid) ? [] : (prevout ?? [])))
      return worthOf(vout) - worthOf(spent)
    })
  return clampToZero(changes.reduce((sum, change) => sum + change, confirmed))
})

const clampToZero = (value: bigint): bigint => (value < 0n ? 0n : value)

export const fetchBalance: ChainActions["balance"] = ({ address, rpc }) => fetchConfirmedBalance(rpc, address)
