import { Block, script, Transaction } from "bitcoinjs-lib"
import { toHashHex } from "../transaction/bytes.ts"
import { getMedianTime, getTip, type LedgerState, type LedgerTransaction } from "./LedgerState.ts"

/** Difficulty bits that every second hash satisfies: mining is fast, and the proof of work is valid. */
const difficultyBits = 0x207f_ffff
/** Weight units, less the weight of the coinbase. */
const maxBlockWeight = 3_996_000
const halvingInterval = 210_000

/** A coinbase recipient, in satoshis. */
export interface Payout {
  readonly script: Uint8Array
  readonly value: bigint
}

/**
 * Mines the next block with as much of the mempool as fits, in order of arrival.
 * `time` in Unix seconds, raised to the median time if earlier. `miner` receives what the payouts leave.
 */
export const mineBlock = (
  state: LedgerState,
  {
    time,
    miner,
    payouts = [],
  }: { readonly time: number; readonly miner: Uint8Array; readonly payouts?: readonly Payout[] },
): void => {
  const tip = getTip(state)
  const height = tip.height + 1
  const entries = selectEntries(state.mempool())
  const fees = entries.reduce((sum, { fee }) => sum + fee, 0n)
  const paid = payouts.reduce((sum, { value }) => sum + value, 0n)
  const outputs = [...payouts, { script: miner, value: getSubsidy(height) + fees - paid }]
  const transactions = entries.map((entry) => entry.transaction)
  const coinbase = makeCoinbase(height, outputs, transactions)

  const block = new Block()
  block.version = 0x2000_0000
  block.prevHash = tip.block.getHash()
  block.timestamp = Math.max(time, getMedianTime(state, tip.height) + 1)
  block.bits = difficultyBits
  block.transactions = [coinbase, ...transactions]
  block.merkleRoot = Block.calculateMerkleRoot(block.transactions)
  while (!block.checkProofOfWork()) block.nonce += 1

  const first = {
    txid: coinbase.getId(),
    transaction: coinbase,
    spent: [],
    fee: 0n,
    seen: block.timestamp * 1000,
  }
  const mined = [first, ...entries].map((entry) => ({ ...entry, height }))
  for (const entry of mined) state.put(entry)
  state.append({ hash: block.getId(), height, block, txids: mined.map(({ txid }) => txid) })
}

/** Selects entries that fit into a block; a child only together with its parents. */
const selectEntries = (mempool: readonly LedgerTransaction[]): readonly LedgerTransaction[] => {
  const left = new Set<string>()
  let weight = 0
  return mempool.filter(({ txid, transaction }) => {
    const size = transaction.weight()
    const isOrphan = transaction.ins.some(({ hash }) => left.has(toHashHex(hash)))
    if (isOrphan || weight + size > maxBlockWeight) {
      left.add(txid)
      return false
    }
    weight += size
    return true
  })
}

const getSubsidy = (height: number): bigint => 5_000_000_000n >> BigInt(Math.floor(height / halvingInterval))

/** Makes a coinbase. Source: BIP-34 for the height, BIP-141 for the commitment to the witnesses. */
const makeCoinbase = (
  height: number,
  outputs: readonly Payout[],
  transactions: readonly Transaction[],
): Transaction => {
  const coinbase = new Transaction()
  coinbase.version = 2
  const mark = new TextEncoder().encode("wmodal")
  coinbase.addInput(
    new Uint8Array(32),
    0xffff_ffff,
    Transaction.DEFAULT_SEQUENCE,
    script.compile([script.number.encode(height), mark]),
  )
  for (const { script: lock, value } of outputs) coinbase.addOutput(lock, value)
  coinbase.setWitness(0, [new Uint8Array(32)])
  const commitment = Block.calculateMerkleRoot([coinbase, ...transactions], true)
  coinbase.addOutput(Uint8Array.from([0x6a, 36, 0xaa, 0x21, 0xa9, 0xed, ...commitment]), 0n)
  return coinbase
}
