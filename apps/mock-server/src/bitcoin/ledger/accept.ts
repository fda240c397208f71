import type { Transaction } from "bitcoinjs-lib"
import { ScriptFailed } from "../script/ScriptFailed.ts"
import { verifyInput } from "../script/verifyInput.ts"
import { checkCoins, checkFinal, checkStandardInputs, coinsOf } from "../transaction/checkInputs.ts"
import { checkMempool, conflictsOf } from "../transaction/checkReplacement.ts"
import { checkTransaction, dustOf, outpointOf } from "../transaction/checkTransaction.ts"
import { broken, Rejected } from "../transaction/Rejected.ts"
import { type Coin, type LedgerState, type LedgerTransaction, wtxidOf } from "./LedgerState.ts"

/** A transaction that the mempool would take. */
export interface Acceptable {
  readonly entry: LedgerTransaction
  /** What would leave the mempool for it. */
  readonly replaced: readonly LedgerTransaction[]
}

/**
 * Checks a transaction as a node does before it lets it into its mempool, in a node's order.
 * Source: `MemPoolAccept` of bitcoind.
 * @throws Rejected
 */
export const checkAcceptable = (state: LedgerState, transaction: Transaction, seen: number): Acceptable => {
  const txid = transaction.getId()
  checkTransaction(transaction)
  checkFinal(state, transaction)
  checkUnknown(state, transaction)
  const conflicts = conflictsOf(state, transaction)
  const coins = coinsOf(state, transaction)
  const fee = checkCoins(state, transaction, coins)
  checkStandardInputs(transaction, coins)
  if (fee > 0n && dustOf(transaction).length > 0) throw broken("dust", "tx with dust output must be 0-fee")
  const replaced = checkMempool(state, { txid, transaction, fee }, conflicts)
  checkScripts(transaction, coins)
  const spent = coins.map(({ script, value }) => ({ script, value }))
  return { entry: { txid, transaction, spent, fee, seen, height: null }, replaced }
}

/** Lets into the mempool what `checkAcceptable` found good. */
export const admit = (state: LedgerState, { entry, replaced }: Acceptable): void => {
  for (const { txid } of replaced) state.drop(txid)
  state.put(entry)
}

const checkUnknown = (state: LedgerState, transaction: Transaction): void => {
  const known = state.transaction(transaction.getId())
  if (known === undefined) return
  if (known.height !== null) {
    if (isUnspent(state, known)) throw broken("txn-already-known")
    return
  }
  throw broken(
    wtxidOf(known.transaction) === wtxidOf(transaction)
      ? "txn-already-in-mempool"
      : "txn-same-nonwitness-data-in-mempool",
  )
}

/** Whether any output of a transaction is still there to be spent. */
export const isUnspent = (state: LedgerState, { txid, transaction }: LedgerTransaction): boolean =>
  [...transaction.outs.keys()].some((output) => state.coin(`${txid}:${output}`) !== undefined)

const checkScripts = (transaction: Transaction, spent: readonly Coin[]): void => {
  for (const [index, input] of transaction.ins.entries()) {
    try {
      verifyInput({ transaction, index, spent })
    } catch (error) {
      if (!(error instanceof ScriptFailed)) throw error
      throw new Rejected({
        code: -26,
        reason: `mempool-script-verify-flag-failed (${error.text})`,
        details: `input ${index} of ${transaction.getId()} (wtxid ${wtxidOf(transaction)}), spending ${outpointOf(input)}`,
      })
    }
  }
}
