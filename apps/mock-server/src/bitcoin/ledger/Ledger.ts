import type { CaipNetworkId } from "@wmodal/protocol"
import type { Transaction } from "bitcoinjs-lib"
import { perWorld } from "../../world/perWorld.ts"
import type { World } from "../../world/World.ts"
import { bitcoinMiner } from "../bitcoinAccounts.ts"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import { outputKind } from "../script/outputKind.ts"
import { parseTransaction } from "../transaction/parseTransaction.ts"
import { Rejected } from "../transaction/Rejected.ts"
import { type Acceptable, admit, checkAcceptable, isUnspent } from "./accept.ts"
import { firstLedger, scriptOf } from "./firstBlocks.ts"
import { type LedgerState, tipOf } from "./LedgerState.ts"
import { mineBlock } from "./mineBlock.ts"

/** Satoshis per thousand virtual bytes: whoever pays more has made a mistake. */
const maxFeeRate = 10_000_000n

/** Seconds by the world's clock that a transaction waits for its block, unless the control API says otherwise. */
const defaultPatience = 10

/** One network's chain and mempool in one world. */
export interface Ledger {
  readonly network: BitcoinNetwork
  readonly state: LedgerState
  /**
   * Lets a transaction into the mempool, as `sendrawtransaction` does. One that is there already is no error.
   * @returns its id.
   * @throws Rejected
   */
  readonly send: (hex: string) => string
  /**
   * What `send` would say, without sending.
   * @throws Rejected
   */
  readonly test: (transaction: Transaction) => Acceptable
  /** Mines that many blocks at once, the first with all of the mempool. */
  readonly mine: (blocks: number) => void
  /**
   * How long a transaction waits in the mempool, in seconds by the world's clock, until a block is made of itself.
   * `null`: until `mine` is called.
   */
  readonly setPatience: (seconds: number | null) => void
  /** Mines the block that is due, if one is. */
  readonly advance: () => void
}

/** A ledger by the clock of a world, which hears of each new block. */
export const makeLedger = (world: Pick<World, "now" | "tip">, network: BitcoinNetwork): Ledger => {
  const state = firstLedger(network)
  const miner = scriptOf(bitcoinMiner[network.addresses])
  let patience: number | null = defaultPatience

  const announce = () => world.tip(network.network.caipNetworkId, tipOf(state).hash)
  const mine = (blocks: number) => {
    for (let n = 0; n < blocks; n += 1) mineBlock(state, { time: Math.floor(world.now() / 1000), miner })
    announce()
  }
  const test = (transaction: Transaction) => {
    const acceptable = checkAcceptable(state, transaction, world.now())
    const { fee } = acceptable.entry
    if (fee * 1000n > maxFeeRate * BigInt(transaction.virtualSize()))
      throw new Rejected({
        code: -25,
        reason: "Fee exceeds maximum configured by user (e.g. -maxtxfee, maxfeerate)",
        details: "",
      })
    return acceptable
  }
  announce()

  return {
    network,
    state,
    send: (hex) => {
      const transaction = parseTransaction(hex)
      const txid = transaction.getId()
      if (transaction.outs.some(({ script, value }) => value > 0n && outputKind(script)._tag === "Data"))
        throw new Rejected({
          code: -25,
          reason: "Unspendable output exceeds maximum configured by user (maxburnamount)",
          details: "",
        })
      const known = state.transaction(txid)
      if (known?.height === null) return txid
      if (known !== undefined && isUnspent(state, known))
        throw new Rejected({ code: -27, reason: "Transaction outputs already in utxo set", details: "" })
      admit(state, test(transaction))
      return txid
    },
    test,
    mine,
    setPatience: (seconds) => {
      patience = seconds
    },
    advance: () => {
      const [oldest] = state.mempool()
      if (patience !== null && oldest !== undefined && world.now() >= oldest.seen + patience * 1000) mine(1)
    },
  }
}

const ledgersOf = perWorld((world) => {
  const ledgers = new Map<CaipNetworkId, Ledger>()
  return (network: BitcoinNetwork) => {
    const { caipNetworkId } = network.network
    const ledger = ledgers.get(caipNetworkId) ?? makeLedger(world, network)
    ledgers.set(caipNetworkId, ledger)
    return ledger
  }
})

/** The ledger of a network in a world, made when it is first asked for; a block that is due is mined first. */
export const ledgerOf = (world: World, network: BitcoinNetwork): Ledger => {
  const ledger = ledgersOf(world)(network)
  ledger.advance()
  return ledger
}
