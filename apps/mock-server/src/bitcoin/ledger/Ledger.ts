import type { CaipNetworkId } from "@wmodal/protocol"
import type { Transaction } from "bitcoinjs-lib"
import { perWorld } from "../../world/perWorld.ts"
import type { World } from "../../world/World.ts"
import { bitcoinMiner } from "../bitcoinAccounts.ts"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import { withDescendants } from "../transaction/checkReplacement.ts"
import { parseTransaction } from "../transaction/parseTransaction.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"
import { getFirstLedger, toOutputScript } from "./firstBlocks.ts"
import { getTip, type LedgerState, type LedgerTransaction } from "./LedgerState.ts"
import { addToMempool, checkAcceptable, isUnspent } from "./mempoolAcceptance.ts"
import { mineBlock } from "./mineBlock.ts"

/** Satoshis per thousand virtual bytes: a higher fee rate is a mistake. */
export const defaultMaxFeeRate = 10_000_000n

/** Seconds by the world's clock before a pending transaction is mined, unless set by the control API. */
const defaultBlockDelaySeconds = 10

/** OP_RETURN. Payments to a script that begins with it are lost. */
const opReturn = 0x6a

/** One network's chain and mempool in one world. */
export interface Ledger {
  readonly network: BitcoinNetwork
  readonly state: LedgerState
  /**
   * Adds a transaction to the mempool, as `sendrawtransaction` does. A pending transaction is accepted again.
   * `maxRate` in satoshis per thousand virtual bytes, 0 for no limit; default 0.1 BTC.
   * @returns its id.
   * @throws Rejected
   */
  readonly send: (hex: string, maxRate?: bigint) => string
  /**
   * Tests transactions in order, without adding them.
   * @returns for each the mempool entry or the rejection.
   */
  readonly test: (
    transactions: readonly Transaction[],
  ) => readonly (LedgerTransaction | TransactionRejected)[]
  /** Drops a pending transaction and its descendants, as a full node does. Returns whether it was pending. */
  readonly drop: (txid: string) => boolean
  /** Mines this number of blocks, the first with the whole mempool. */
  readonly mine: (blocks: number) => void
  /**
   * Sets the delay until a pending transaction is mined, in seconds by the world's clock.
   * `null`: until `mine` is called.
   */
  readonly setBlockDelay: (seconds: number | null) => void
  /** Mines the block that is due, if one is. */
  readonly advance: () => void
}

/** Creates a ledger by the clock of a world, and reports each new block. */
export const makeLedger = (world: Pick<World, "now" | "tip">, network: BitcoinNetwork): Ledger => {
  const state = getFirstLedger(network)
  const miner = toOutputScript(bitcoinMiner[network.addresses])
  let patience: number | null = defaultBlockDelaySeconds

  const announce = () => world.tip(network.network.caipNetworkId, getTip(state).hash)
  const mine = (blocks: number) => {
    for (let n = 0; n < blocks; n += 1) mineBlock(state, { time: Math.floor(world.now() / 1000), miner })
    announce()
  }
  const accept = (transaction: Transaction, onto: LedgerState, maxRate: bigint) => {
    const acceptable = checkAcceptable(onto, transaction, world.now())
    if (isOverpaid(acceptable.entry, maxRate))
      throw new TransactionRejected({
        code: -25,
        reason: "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)",
        details: "",
      })
    addToMempool(onto, acceptable)
    return acceptable.entry
  }
  announce()

  return {
    network,
    state,
    send: (hex, maxRate = defaultMaxFeeRate) => {
      const transaction = parseTransaction(hex)
      const txid = transaction.getId()
      if (transaction.outs.some(({ script, value }) => value > 0n && script[0] === opReturn))
        throw new TransactionRejected({
          code: -25,
          reason: "Unspendable output exceeds maximum configured by user (maxburnamount)",
          details: "",
        })
      const known = state.transaction(txid)
      if (known?.height === null) return txid
      if (known !== undefined && isUnspent(state, known))
        throw new TransactionRejected({
          code: -27,
          reason: "Transaction outputs already in utxo set",
          details: "",
        })
      return accept(transaction, state, maxRate).txid
    },
    test: (transactions) => {
      const copy = state.copy()
      return transactions.map((transaction) => {
        try {
          return accept(transaction, copy, 0n)
        } catch (error) {
          if (error instanceof TransactionRejected) return error
          throw error
        }
      })
    },
    drop: (txid) => {
      const waiting = state.transaction(txid)
      if (waiting?.height !== null) return false
      for (const entry of withDescendants(state, [waiting])) state.drop(entry.txid)
      return true
    },
    mine,
    setBlockDelay: (seconds) => {
      patience = seconds
    },
    advance: () => {
      const [oldest] = state.mempool()
      if (patience !== null && oldest !== undefined && world.now() >= oldest.seen + patience * 1000) mine(1)
    },
  }
}

/** Returns whether a fee is above a rate; 0 is no limit. */
export const isOverpaid = ({ fee, transaction }: LedgerTransaction, maxRate: bigint): boolean =>
  maxRate > 0n && fee * 1000n > maxRate * BigInt(transaction.virtualSize())

const getLedgers = perWorld((world) => {
  const ledgers = new Map<CaipNetworkId, Ledger>()
  return (network: BitcoinNetwork) => {
    const { caipNetworkId } = network.network
    const ledger = ledgers.get(caipNetworkId) ?? makeLedger(world, network)
    ledgers.set(caipNetworkId, ledger)
    return ledger
  }
})

/** Returns the ledger of a network in a world, created on first use. Mines a due block first. */
export const getLedger = (world: World, network: BitcoinNetwork): Ledger => {
  const ledger = getLedgers(world)(network)
  world.use(network.network.caipNetworkId)
  ledger.advance()
  return ledger
}
