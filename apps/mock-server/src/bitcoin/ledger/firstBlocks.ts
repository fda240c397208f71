import { parseBitcoinAddress } from "@wmodal/protocol"
import { Block, Transaction } from "bitcoinjs-lib"
import { Result } from "effect"
import { genesisTimestamp } from "../../evm/genesis.ts"
import { bitcoinAccounts, bitcoinMiner, startingUtxoValues } from "../bitcoinAccounts.ts"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import { coinbaseMaturityBlocks } from "../transaction/checkInputs.ts"
import { type LedgerState, makeEmptyLedger } from "./LedgerState.ts"
import { mineBlock } from "./mineBlock.ts"

/** The coinbase of block 0, of mainnet and testnet alike. */
const firstCoinbase =
  "01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d010445" +
  "5468652054696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e" +
  "64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7" +
  "105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac" +
  "00000000"

/** Seconds between two blocks of the time before the world. */
const blockIntervalSeconds = 600

const firstLedgers = new Map<BitcoinNetwork, LedgerState>()

/**
 * Returns the initial ledger of every world: the network's genesis block, one block per account whose coinbase pays
 * all its addresses, and enough blocks on top for maturity.
 * It is equal in every process.
 */
export const getFirstLedger = (network: BitcoinNetwork): LedgerState => {
  const known = firstLedgers.get(network) ?? mineFirstBlocks(network)
  firstLedgers.set(network, known)
  return known.copy()
}

const mineFirstBlocks = (network: BitcoinNetwork): LedgerState => {
  const state = makeEmptyLedger()
  appendFirst(state, network)
  const accounts = bitcoinAccounts[network.addresses]
  const miner = toOutputScript(bitcoinMiner[network.addresses])
  const last = accounts.length + coinbaseMaturityBlocks
  for (let height = 1; height <= last; height += 1) {
    const addresses = Object.values(accounts[height - 1] ?? {})
    const payouts = addresses.flatMap((address) =>
      startingUtxoValues.map((value) => ({ script: toOutputScript(address), value })),
    )
    mineBlock(state, { time: genesisTimestamp - (last - height + 1) * blockIntervalSeconds, miner, payouts })
  }
  return state
}

const appendFirst = (state: LedgerState, { first }: BitcoinNetwork): void => {
  const transaction = Transaction.fromHex(firstCoinbase)
  const block = new Block()
  block.version = 1
  block.prevHash = new Uint8Array(32)
  block.merkleRoot = transaction.getHash()
  block.timestamp = first.time
  block.bits = first.bits
  block.nonce = first.nonce
  block.transactions = [transaction]
  const txid = transaction.getId()
  state.put({ txid, transaction, spent: [], fee: 0n, seen: first.time * 1000, height: 0 })
  state.append({ hash: block.getId(), height: 0, block, txids: [txid] })
}

/** Returns the script that pays a test address. */
export const toOutputScript = (address: string): Uint8Array =>
  Result.getOrThrow(parseBitcoinAddress(address)).script
