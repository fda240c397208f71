import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { ChainActions } from "../contract/ChainActions.ts"
import { mayBeInscribed, usualInscribedValue } from "./effects/mayBeInscribed.ts"
import {
  type EsploraTransaction,
  type EsploraUtxo,
  fetchHeight,
  fetchHistory,
  fetchTransaction,
  fetchUtxos,
} from "./esplora.ts"
import { parseAddressScript } from "./Script.ts"
import { sumValues, type Utxo } from "./Utxo.ts"

/**
 * Blocks, including its own, after which a coinbase output is spendable. The origin of older outputs is not checked.
 */
const coinbaseMaturityBlocks = 100

/** Maximum UTXOs whose origin is looked up, largest first. The other young ones must mature; small ones are kept. */
const maxOriginLookups = 50

/** UTXOs of an address. */
export interface AddressUtxos {
  /** Confirmed and mature, or own change. None that may be inscribed. */
  readonly spendable: readonly Utxo[]
  /** The spendable ones in blocks. */
  readonly confirmed: readonly Utxo[]
  /** Satoshis of the others that may be inscribed: small ones that are not change of money. */
  readonly kept: bigint
  /** Height of the newest block. */
  readonly height: number
}

/** Returns `true` if the address funds all inputs of a pending transaction, so that no other party can cancel it. */
const isOwnUnconfirmed = (address: string, { vin }: EsploraTransaction): boolean =>
  vin.every(({ prevout }) => prevout?.scriptpubkey_address === address)

/**
 * Returns `true` if this output is change of money: the address alone paid for it, with coins that carry nothing, and
 * without a note in the transaction, by which runes are minted. `seen` guards against a node's circle of transactions.
 */
const isMoneyChange = (
  address: string,
  txid: string,
  known: ReadonlyMap<string, EsploraTransaction>,
  seen: ReadonlySet<string> = new Set(),
): boolean => {
  const parent = known.get(txid)
  if (parent === undefined || seen.has(txid) || !isOwnUnconfirmed(address, parent)) return false
  if (parent.vout.some(({ scriptpubkey }) => scriptpubkey.startsWith(dataOutputPrefix))) return false
  const script = parseAddressScript(address)
  const passed = new Set([...seen, txid])
  return parent.vin.every(
    ({ prevout, txid: spent }) =>
      script !== null &&
      prevout != null &&
      (!mayBeInscribed({ script, value: prevout.value }) || isMoneyChange(address, spent, known, passed)),
  )
}

/** Hex of OP_RETURN. */
const dataOutputPrefix = "6a"

/** Fetches the UTXOs that a payment may spend. What an inscription carries would be lost with its coin. */
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
  const script = parseAddressScript(address)
  const isSmall = ({ value }: EsploraUtxo) => script !== null && mayBeInscribed({ script, value })
  const isUnclear = (coin: EsploraUtxo) =>
    !isOld(coin) || (isSmall(coin) && coin.value !== usualInscribedValue)
  const strange = coins.filter((coin) => isUnclear(coin) && !known.has(coin.txid))
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
  const isKept = (coin: EsploraUtxo) => isSmall(coin) && !isMoneyChange(address, coin.txid, known)
  const usable = coins.filter(isSpendable)
  const spendable = usable.filter((coin) => !isKept(coin))
  return {
    spendable: spendable.map(toUtxo),
    confirmed: spendable.filter(({ status }) => status.confirmed).map(toUtxo),
    kept: sumValues(usable.filter(isKept)),
    height,
  }
})

/** Fetches all UTXOs that a node knows, including pending ones. */
export const fetchUtxoList = (rpc: Rpc, address: string): Effect.Effect<readonly Utxo[], RpcError> =>
  Effect.map(fetchUtxos(rpc, address), (coins) => coins.map(toUtxo))

const toUtxo = ({ txid, value, vout }: EsploraUtxo): Utxo => ({ outpoint: `${txid}:${vout}`, value })

/** Fetches confirmed UTXOs plus own pending change, without immature coinbase outputs and coins that may be inscribed. */
export const fetchSpendableBalance: ChainActions["spendableBalance"] = ({ address, rpc, token }) =>
  token === null
    ? Effect.map(getAddressUtxos(rpc, address), (purse) => sumValues(purse.spendable))
    : Effect.succeed(0n)
