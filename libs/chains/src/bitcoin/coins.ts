import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { Actions } from "../contract/Actions.ts"
import { type Coin, sumOf } from "./Coin.ts"
import {
  type NodeCoin,
  type NodeTransaction,
  readHeight,
  readHistory,
  readTransaction,
  readUnspent,
} from "./esplora.ts"

/** Blocks, its own included, after which the coin of a miner may be spent: nobody asks where an older one comes from. */
const maturity = 100

/** Young coins whose origin is asked for one by one, the largest of them; others wait until they are older. */
const mostLookedUp = 50

/** Coins of an address. */
export interface Purse {
  /** In a block and ripe, or change of one's own. */
  readonly spendable: readonly Coin[]
  /** Of the newest block. */
  readonly height: number
}

/** What waits for a block is one's own where nobody else has paid it in: nobody else can take it back. */
const isOwn = (address: string, { vin }: NodeTransaction): boolean =>
  vin.every(({ prevout }) => prevout?.scriptpubkey_address === address)

export const readPurse = Effect.fnUntraced(function* (
  rpc: Rpc,
  address: string,
): Effect.fn.Return<Purse, RpcError> {
  const [coins, newest, height] = yield* Effect.all(
    [readUnspent(rpc, address), readHistory(rpc, address), readHeight(rpc)],
    { concurrency: "unbounded" },
  )
  const isOld = ({ status }: NodeCoin) =>
    status.confirmed && height - (status.block_height ?? height) + 1 >= maturity
  const known = new Map(newest.map((transaction) => [transaction.txid, transaction]))
  const strange = coins.filter((coin) => !isOld(coin) && !known.has(coin.txid))
  const largest = strange.toSorted((a, b) => Number(b.value - a.value)).slice(0, mostLookedUp)
  const looked = yield* Effect.forEach(
    new Set(largest.map(({ txid }) => txid)),
    (hash) => readTransaction(rpc, hash),
    { concurrency: 4 },
  )
  for (const one of looked) if (one !== null) known.set(one.txid, one)

  const isMine = ({ txid }: NodeCoin) => {
    const parent = known.get(txid)
    return parent !== undefined && isOwn(address, parent)
  }
  const isSpendable = (coin: NodeCoin) => {
    if (isOld(coin)) return true
    if (!coin.status.confirmed) return isMine(coin)
    const parent = known.get(coin.txid)
    return parent?.vin.every(({ is_coinbase }) => is_coinbase === false) === true
  }
  return {
    spendable: coins.filter(isSpendable).map(coinOf),
    height,
  }
})

/** All that a node knows of, also what waits. */
export const readCoins = (rpc: Rpc, address: string): Effect.Effect<readonly Coin[], RpcError> =>
  Effect.map(readUnspent(rpc, address), (coins) => coins.map(coinOf))

const coinOf = ({ txid, value, vout }: NodeCoin): Coin => ({ outpoint: `${txid}:${vout}`, value })

/** All that is in a block, and change of one's own that waits for one; not what a miner may not spend yet. */
export const spendable: Actions["spendable"] = ({ address, rpc, token }) =>
  token === null ? Effect.map(readPurse(rpc, address), (purse) => sumOf(purse.spendable)) : Effect.succeed(0n)
