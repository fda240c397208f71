import type { Transaction } from "bitcoinjs-lib"
import { ScriptFailed } from "../script/ScriptFailed.ts"
import { verifyInput } from "../script/verifyInput.ts"
import { checkFinal, checkStandardInputs, checkUtxos, getSpentUtxos } from "../transaction/checkInputs.ts"
import { checkMempool, findConflicts } from "../transaction/checkReplacement.ts"
import { checkTransaction, findDust, formatOutpoint } from "../transaction/checkTransaction.ts"
import { ruleViolation, TransactionRejected } from "../transaction/TransactionRejected.ts"
import { getWtxid, type LedgerState, type LedgerTransaction, type Utxo } from "./LedgerState.ts"

/** A transaction that the mempool accepts. */
export interface MempoolAcceptance {
  readonly entry: LedgerTransaction
  /** The transactions that it would evict from the mempool. */
  readonly replaced: readonly LedgerTransaction[]
}

/**
 * Checks a transaction for the mempool, in a node's order.
 * Source: `MemPoolAccept` of bitcoind.
 * @throws Rejected
 */
export const checkAcceptable = (
  state: LedgerState,
  transaction: Transaction,
  seen: number,
): MempoolAcceptance => {
  const txid = transaction.getId()
  checkTransaction(transaction)
  checkFinal(state, transaction)
  requireUnknown(state, transaction)
  const conflicts = findConflicts(state, transaction)
  const coins = getSpentUtxos(state, transaction)
  const fee = checkUtxos(state, transaction, coins)
  checkStandardInputs(transaction, coins)
  if (fee > 0n && findDust(transaction).length > 0)
    throw ruleViolation("dust", "tx with dust output must be 0-fee")
  const replaced = checkMempool(state, { txid, transaction, fee }, conflicts)
  checkScripts(transaction, coins)
  const spent = coins.map(({ script, value }) => ({ script, value }))
  return { entry: { txid, transaction, spent, fee, seen, height: null }, replaced }
}

/** Adds a transaction that `checkAcceptable` accepted to the mempool. */
export const addToMempool = (state: LedgerState, { entry, replaced }: MempoolAcceptance): void => {
  for (const { txid } of replaced) state.drop(txid)
  state.put(entry)
}

const requireUnknown = (state: LedgerState, transaction: Transaction): void => {
  const known = state.transaction(transaction.getId())
  if (known === undefined) return
  if (known.height !== null) {
    if (isUnspent(state, known)) throw ruleViolation("txn-already-known")
    return
  }
  throw ruleViolation(
    getWtxid(known.transaction) === getWtxid(transaction)
      ? "txn-already-in-mempool"
      : "txn-same-nonwitness-data-in-mempool",
  )
}

/** Returns whether any output of a transaction is still unspent. */
export const isUnspent = (state: LedgerState, { txid, transaction }: LedgerTransaction): boolean =>
  [...transaction.outs.keys()].some((output) => state.coin(`${txid}:${output}`) !== undefined)

const checkScripts = (transaction: Transaction, spent: readonly Utxo[]): void => {
  for (const [index, input] of transaction.ins.entries()) {
    try {
      verifyInput({ transaction, index, spent })
    } catch (error) {
      if (!(error instanceof ScriptFailed)) throw error
      throw new TransactionRejected({
        code: -26,
        reason: `mempool-script-verify-flag-failed (${error.text})`,
        details: `input ${index} of ${transaction.getId()} (wtxid ${getWtxid(transaction)}), spending ${formatOutpoint(input)}`,
      })
    }
  }
}
