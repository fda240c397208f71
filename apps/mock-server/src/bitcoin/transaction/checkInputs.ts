import type { Transaction } from "bitcoinjs-lib"
import { getMedianTime, getTip, type LedgerState, type Utxo } from "../ledger/LedgerState.ts"
import { parseScriptOrNull } from "../script/instructions.ts"
import { lockTimeThreshold, sequenceDisabled, sequenceIsTime, sequenceMask } from "../script/lockTime.ts"
import { getOutputKind } from "../script/outputKind.ts"
import { formatOutpoint, maxMoney } from "./checkTransaction.ts"
import { ruleViolation, TransactionRejected } from "./TransactionRejected.ts"

/** Confirmations of a coinbase before it may be spent. */
export const coinbaseMaturityBlocks = 100

/**
 * Checks by lock time that the next block may contain the transaction.
 * @throws Rejected
 */
export const checkFinal = (state: LedgerState, { ins, locktime }: Transaction): void => {
  const { height } = getTip(state)
  const now = locktime < lockTimeThreshold ? height + 1 : getMedianTime(state, height)
  const isFinal = locktime < now || ins.every(({ sequence }) => sequence === 0xffff_ffff)
  if (!isFinal) throw ruleViolation("non-final")
}

/**
 * Returns the UTXOs that a transaction spends, in the order of its inputs.
 * @throws Rejected when one does not exist or a block has spent it.
 */
export const getSpentUtxos = (state: LedgerState, { ins }: Transaction): readonly Utxo[] =>
  ins.map((input) => {
    const coin = state.coin(formatOutpoint(input))
    if (coin === undefined)
      throw new TransactionRejected({ code: -25, reason: "bad-txns-inputs-missingorspent", details: "" })
    return coin
  })

/**
 * Checks maturity and amounts.
 * @returns the fee in satoshis.
 * @throws Rejected
 */
export const checkUtxos = (state: LedgerState, transaction: Transaction, coins: readonly Utxo[]): bigint => {
  checkSequences(state, transaction, coins)
  const spendHeight = getTip(state).height + 1
  let paidIn = 0n
  for (const { isCoinbase, height, value } of coins) {
    const depth = spendHeight - (height ?? spendHeight)
    if (isCoinbase && depth < coinbaseMaturityBlocks)
      throw ruleViolation("bad-txns-premature-spend-of-coinbase", `tried to spend coinbase at depth ${depth}`)
    paidIn += value
    if (paidIn > maxMoney) throw ruleViolation("bad-txns-inputvalues-outofrange")
  }
  const paidOut = transaction.outs.reduce((sum, { value }) => sum + value, 0n)
  if (paidIn < paidOut)
    throw ruleViolation(
      "bad-txns-in-belowout",
      `value in (${formatMoney(paidIn)}) < value out (${formatMoney(paidOut)})`,
    )
  return paidIn - paidOut
}

/** Checks relative lock times. A mempool output counts as one of the next block. Source: BIP-68. */
const checkSequences = (state: LedgerState, { ins, version }: Transaction, coins: readonly Utxo[]): void => {
  if (version < 2) return
  const { height } = getTip(state)
  const now = getMedianTime(state, height)
  for (const [at, { sequence }] of ins.entries()) {
    if (sequence >= sequenceDisabled) continue
    const coinHeight = coins[at]?.height ?? height + 1
    const wanted = sequence & sequenceMask
    const isRipe =
      (sequence & sequenceIsTime) === 0
        ? coinHeight + wanted <= height + 1
        : getMedianTime(state, Math.max(coinHeight - 1, 0)) + wanted * 512 <= now
    if (!isRipe) throw ruleViolation("non-BIP68-final")
  }
}

/**
 * Checks that the mempool accepts the types of scripts and witnesses.
 * Source: `AreInputsStandard` and `IsWitnessStandard` of bitcoind.
 * @throws Rejected
 */
export const checkStandardInputs = ({ ins }: Transaction, coins: readonly Utxo[]): void => {
  for (const { script } of coins)
    if (/^(?:Other|FutureWitness)$/.test(getOutputKind(script)._tag))
      throw ruleViolation("bad-txns-nonstandard-inputs")
  for (const [at, { script, witness }] of ins.entries())
    if (witness.length > 0 && !isStandardWitness(witness, coins[at]?.script ?? script, script))
      throw ruleViolation("bad-witness-nonstandard")
}

const isStandardWitness = (witness: readonly Uint8Array[], lock: Uint8Array, unlock: Uint8Array): boolean => {
  const isHash = getOutputKind(lock)._tag === "ScriptHash"
  const { _tag } = getOutputKind(isHash ? (parseScriptOrNull(unlock)?.at(-1)?.data ?? unlock) : lock)
  if (_tag === "WitnessScriptHash") {
    const items = witness.slice(0, -1)
    return (witness.at(-1)?.length ?? 0) <= 3600 && items.length <= 100 && items.every(isSmallItem)
  }
  if (_tag === "Taproot" && !isHash && witness.length > 1) {
    const [head] = witness.at(-1) ?? []
    // 0x50 is an annex, which has no meaning yet.
    if (head === undefined || head === 0x50) return false
    return (head & 0xfe) !== 0xc0 || witness.slice(0, -2).every(isSmallItem)
  }
  return /Witness|Taproot/.test(_tag)
}

const isSmallItem = ({ length }: Uint8Array): boolean => length <= 80

/** Formats satoshis as bitcoind does: with at least two decimals. */
export const formatMoney = (satoshis: bigint): string => {
  const decimals = String(satoshis % 100_000_000n)
    .padStart(8, "0")
    .replace(/(?<=..)0+$/, "")
  return `${satoshis / 100_000_000n}.${decimals}`
}
