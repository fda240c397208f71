import type { Transaction } from "bitcoinjs-lib"
import type { LedgerState, LedgerTransaction } from "../ledger/LedgerState.ts"
import { formatMoney } from "./checkInputs.ts"
import { formatOutpoint } from "./checkTransaction.ts"
import { ruleViolation } from "./TransactionRejected.ts"

/** Satoshis per virtual byte: the minimum rate, and the minimum increase over a replaced transaction. */
const minRelayFeeRate = 1n
/** Limit of transactions that one replacement may evict. */
const maxReplacedTransactions = 100
/** Limit of ancestors or descendants in the mempool, with the transaction itself. */
const maxMempoolFamily = 25

/** A transaction to be added to the mempool. */
export interface MempoolCandidate {
  readonly txid: string
  readonly transaction: Transaction
  readonly fee: bigint
}

/**
 * Finds mempool transactions that spend the same outputs. Each must signal replaceability.
 * Source: BIP-125, rule 1.
 * @throws Rejected
 */
export const findConflicts = (state: LedgerState, { ins }: Transaction): readonly LedgerTransaction[] => {
  const spenders = ins.flatMap((input) => state.spender(formatOutpoint(input)) ?? [])
  const conflicts = [...new Set(spenders.map(({ txid }) => txid))]
    .flatMap((txid) => state.transaction(txid) ?? [])
    .filter(({ height }) => height === null)
  for (const { transaction } of conflicts)
    if (transaction.ins.every(({ sequence }) => sequence > 0xffff_fffd))
      throw ruleViolation("txn-mempool-conflict")
  return conflicts
}

/**
 * Checks fee and family of a transaction.
 * @returns the transactions that it evicts: its conflicts and all their descendants.
 * @throws Rejected
 */
export const checkMempool = (
  state: LedgerState,
  candidate: MempoolCandidate,
  conflicts: readonly LedgerTransaction[],
): readonly LedgerTransaction[] => {
  const { txid, transaction, fee } = candidate
  const size = BigInt(transaction.virtualSize())
  if (fee < size * minRelayFeeRate)
    throw ruleViolation("min relay fee not met", `${fee} < ${size * minRelayFeeRate}`)

  const replaced = withDescendants(state, conflicts)
  const ancestors = findAncestors(state, transaction)
  const conflictIds = new Set(conflicts.map((conflict) => conflict.txid))
  const own = ancestors.find((ancestor) => conflictIds.has(ancestor.txid))
  if (own !== undefined)
    throw ruleViolation(
      "bad-txns-spends-conflicting-tx",
      `${txid} spends conflicting transaction ${own.txid}`,
    )
  if (conflicts.length > 0) checkReplacement(state, candidate, conflicts, replaced)
  checkFamily(state, ancestors, new Set(replaced.map((entry) => entry.txid)))
  return replaced
}

/** Checks BIP-125, rules 2 to 5, and that a replacement pays a higher rate than each replaced transaction. */
const checkReplacement = (
  state: LedgerState,
  { txid, transaction, fee }: MempoolCandidate,
  conflicts: readonly LedgerTransaction[],
  replaced: readonly LedgerTransaction[],
): void => {
  const rejecting = `rejecting replacement ${txid}`
  const size = transaction.virtualSize()
  const rate = toFeeRate(fee, size)
  for (const conflict of conflicts) {
    const old = toFeeRate(conflict.fee, conflict.transaction.virtualSize())
    if (rate <= old)
      throw ruleViolation(
        "insufficient fee",
        `${rejecting}; new feerate ${formatFeeRate(rate)} <= old feerate ${formatFeeRate(old)}`,
      )
  }
  if (replaced.length > maxReplacedTransactions)
    throw ruleViolation(
      "too many potential replacements",
      `${rejecting}; too many potential replacements (${replaced.length} > ${maxReplacedTransactions})`,
    )
  const known = new Set(conflicts.flatMap((conflict) => conflict.transaction.ins.map(getParentTxid)))
  for (const [at, input] of transaction.ins.entries())
    if (!known.has(getParentTxid(input)) && state.transaction(getParentTxid(input))?.height === null)
      throw ruleViolation(
        "replacement-adds-unconfirmed",
        `replacement ${txid} adds unconfirmed input, idx ${at}`,
      )
  const oldFees = replaced.reduce((sum, entry) => sum + entry.fee, 0n)
  if (fee < oldFees)
    throw ruleViolation(
      "insufficient fee",
      `${rejecting}, less fees than conflicting txs; ${formatMoney(fee)} < ${formatMoney(oldFees)}`,
    )
  const relay = BigInt(size) * minRelayFeeRate
  if (fee - oldFees < relay)
    throw ruleViolation(
      "insufficient fee",
      `${rejecting}, not enough additional fees to relay; ${formatMoney(fee - oldFees)} < ${formatMoney(relay)}`,
    )
}

/** Checks the limits of 25 ancestors and 25 descendants. */
const checkFamily = (
  state: LedgerState,
  ancestors: readonly LedgerTransaction[],
  replaced: ReadonlySet<string>,
): void => {
  if (ancestors.length + 1 > maxMempoolFamily)
    throw ruleViolation(
      "too-long-mempool-chain",
      `too many unconfirmed ancestors [limit: ${maxMempoolFamily}]`,
    )
  for (const ancestor of ancestors) {
    const family = withDescendants(state, [ancestor]).filter(({ txid }) => !replaced.has(txid))
    if (family.length + 1 > maxMempoolFamily)
      throw ruleViolation(
        "too-long-mempool-chain",
        `too many descendants for tx ${ancestor.txid} [limit: ${maxMempoolFamily}]`,
      )
  }
}

const getParentTxid = (input: { readonly hash: Uint8Array; readonly index: number }): string =>
  formatOutpoint(input).slice(0, 64)

/** Returns all mempool ancestors of a transaction. */
const findAncestors = (state: LedgerState, transaction: Transaction): readonly LedgerTransaction[] => {
  const found = new Map<string, LedgerTransaction>()
  const visit = ({ ins }: Transaction) => {
    for (const input of ins) {
      const parent = state.transaction(getParentTxid(input))
      if (parent === undefined || parent.height !== null || found.has(parent.txid)) continue
      found.set(parent.txid, parent)
      visit(parent.transaction)
    }
  }
  visit(transaction)
  return [...found.values()]
}

/** Returns the transactions with all their mempool descendants. */
export const withDescendants = (
  state: LedgerState,
  entries: readonly LedgerTransaction[],
): readonly LedgerTransaction[] => {
  const found = new Map<string, LedgerTransaction>()
  const visit = (entry: LedgerTransaction) => {
    if (found.has(entry.txid)) return
    found.set(entry.txid, entry)
    for (const output of entry.transaction.outs.keys()) {
      const spender = state.spender(`${entry.txid}:${output}`)
      const child = spender === undefined ? undefined : state.transaction(spender.txid)
      if (child !== undefined) visit(child)
    }
  }
  for (const entry of entries) visit(entry)
  return [...found.values()]
}

/** Converts to satoshis per thousand virtual bytes. */
const toFeeRate = (fee: bigint, size: number): bigint => (fee * 1000n) / BigInt(size)

const formatFeeRate = (rate: bigint): string =>
  `${rate / 100_000_000n}.${String(rate % 100_000_000n).padStart(8, "0")} BTC/kvB`
