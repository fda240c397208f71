import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import {
  type EsploraTransaction,
  type EsploraUtxo,
  fetchHeight,
  fetchHistory,
  fetchTransaction,
  fetchUtxos,
} from "./esplora.ts"
import { sumValues, type Utxo } from "./Utxo.ts"

/** Blocks, its own included, after which the coin of a miner may be spent: nobody asks where an older one comes from. */
const coinbaseMaturityBlocks = 100

/** Young coins whose origin is asked for one by one, the largest of them; others wait until they are older. */
const maxOriginLookups = 50

/** Coins of an address. */
export interface AddressUtxos {
  /** In a block and ripe, or change of one's own. */
  readonly spendable: readonly Utxo[]
  /** Of the newest block. */
  readonly height: number
}

/** What waits for a block is one's own where nobody else has paid it in: nobody else can take it back. */
const isOwnUnconfirmed = (address: string, { vin }: EsploraTransaction): boolean =>
  vin.every(({ prevout }) => prevout?.scriptpubkey_address === address)

export const getAddressUtxos = Effect.fnUntraced(function* (
  rpc: Rpc,
  address: string,
): Effect.fn.Return<AddressUtxos, RpcError> {
  const [coins, newest, height] = yield* Effect.all(
    [fetchUtxos(rpc, address), fetchHistory(rpc, address), fetchHeight(rpc)],
    { concurrency: "unbounded" },
  )
  const isOld = ({ status }: EsploraUtxo) =>
    status.confirmed && height - (status.block_height ?? height) + 1 >= coinbaseMaturityBlocks
  const known = new Map(newest.map((transaction) => [transaction.txid, transaction]))
  const strange = coins.filter((coin) => !isOld(coin) && !known.has(coin.txid))
  const largest = strange.toSorted((a, b) => Number(b.value - a.value)).slice(0, maxOriginLookups)
  const looked = yield* Effect.forEach(
    new Set(largest.map(({ txid }) => txid)),
    (hash) => fetchTransaction(rpc, hash),
    { concurrency: 4 },
  )
  for (const one of looked) if (one !== null) known.set(one.txid, one)

  const isMine = ({ txid }: EsploraUtxo) => {
    const parent = known.get(txid)
    return parent !== undefined && isOwnUnconfirmed(address, parent)
  }
  const isSpendable = (coin: EsploraUtxo) => {
    if (isOld(coin)) return true
    if (!coin.status.confirmed) return isMine(coin)
    const parent = known.get(coin.txid)
    return parent?.vin.every(({ is_coinbase }) => is_coinbase === false) === true
  }
  return {
    spendable: coins.filter(isSpendable).map(toUtxo),
    height,
  }
})

/** All that a node knows of, also what waits. */
export const fetchUtxoList = (rpc: Rpc, address: string): Effect.Effect<readonly Utxo[], RpcError> =>
  Effect.map(fetchUtxos(rpc, address), (coins) => coins.map(toUtxo))

const toUtxo = ({ txid, value, vout }: EsploraUtxo): Utxo => ({ outpoint: `${txid}:${vout}`, value })

/** All that is in a block, and change of one's own that waits for one; not what a miner may not spend yet. */
export const fetchSpendableBalance: ChainActions["spendableBalance"] = ({ address, rpc, token }) =>
  token === null
    ? Effect.map(getAddressUtxos(rpc, address), (purse) => sumValues(purse.spendable))
    : Effect.succeed(0n)
