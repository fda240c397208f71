import type { Transaction } from "bitcoinjs-lib"
import { type Coin, type LedgerState, medianTime, tipOf } from "../ledger/LedgerState.ts"
import { readScript } from "../script/instructions.ts"
import { lockTimeThreshold, sequenceDisabled, sequenceIsTime, sequenceMask } from "../script/lockTime.ts"
import { outputKind } from "../script/outputKind.ts"
import { maxMoney, outpointOf } from "./checkTransaction.ts"
import { broken, Rejected } from "./Rejected.ts"

/** Blocks on top of a coinbase before it may be spent. */
export const maturity = 100

/**
 * Whether the next block may hold the transaction, by its lock time.
 * @throws Rejected
 */
export const checkFinal = (state: LedgerState, { ins, locktime }: Transaction): void => {
  const { height } = tipOf(state)
  const now = locktime < lockTimeThreshold ? height + 1 : medianTime(state, height)
  const isFinal = locktime < now || ins.every(({ sequence }) => sequence === 0xffff_ffff)
  if (!isFinal) throw broken("non-final")
}

/**
 * The coins that a transaction spends, in the order of its inputs.
 * @throws Rejected where one is not there, or spent in a block.
 */
export const coinsOf = (state: LedgerState, { ins }: Transaction): readonly Coin[] =>
  ins.map((input) => {
    const coin = state.coin(outpointOf(input))
    if (coin === undefined)
      throw new Rejected({ code: -25, reason: "bad-txns-inputs-missingorspent", details: "" })
    return coin
  })

/**
 * Checks age and amounts.
 * @returns the fee in satoshis.
 * @throws Rejected
 */
export const checkCoins = (state: LedgerState, transaction: Transaction, coins: readonly Coin[]): bigint => {
  checkSequences(state, transaction, coins)
  const spendHeight = tipOf(state).height + 1
  let paidIn = 0n
  for (const { isCoinbase, height, value } of coins) {
    const depth = spendHeight - (height ?? spendHeight)
    if (isCoinbase && depth < maturity)
      throw broken("bad-txns-premature-spend-of-coinbase", `tried to spend coinbase at depth ${depth}`)
    paidIn += value
    if (paidIn > maxMoney) throw broken("bad-txns-inputvalues-outofrange")
  }
  const paidOut = transaction.outs.reduce((sum, { value }) => sum + value, 0n)
  if (paidIn < paidOut)
    throw broken("bad-txns-in-belowout", `value in (${money(paidIn)}) < value out (${money(paidOut)})`)
  return paidIn - paidOut
}

/** Relative lock times. A coin of the mempool counts as one of the next block. Source: BIP-68. */
const checkSequences = (state: LedgerState, { ins, version }: Transaction, coins: readonly Coin[]): void => {
  if (version < 2) return
  const { height } = tipOf(state)
  const now = medianTime(state, height)
  for (const [at, { sequence }] of ins.entries()) {
    if (sequence >= sequenceDisabled) continue
    const coinHeight = coins[at]?.height ?? height + 1
    const wanted = sequence & sequenceMask
    const isRipe =
      (sequence & sequenceIsTime) === 0
        ? coinHeight + wanted <= height + 1
        : medianTime(state, Math.max(coinHeight - 1, 0)) + wanted * 512 <= now
    if (!isRipe) throw broken("non-BIP68-final")
  }
}

/**
 * Whether the mempool wants to look at such scripts and witnesses at all.
 * Source: `AreInputsStandard` and `IsWitnessStandard` of bitcoind.
 * @throws Rejected
 */
export const checkStandardInputs = ({ ins }: Transaction, coins: readonly Coin[]): void => {
  for (const { script } of coins)
    if (/^(?:Other|FutureWitness)$/.test(outputKind(script)._tag)) throw broken("bad-txns-nonstandard-inputs")
  for (const [at, { script, witness }] of ins.entries())
    if (witness.length > 0 && !isStandardWitness(witness, coins[at]?.script ?? script, script))
      throw broken("bad-witness-nonstandard")
}

const isStandardWitness = (witness: readonly Uint8Array[], lock: Uint8Array, unlock: Uint8Array): boolean => {
  const isHash = outputKind(lock)._tag === "ScriptHash"
  const { _tag } = outputKind(isHash ? (readScript(unlock)?.at(-1)?.data ?? unlock) : lock)
  if (_tag === "WitnessScriptHash") {
    const items = witness.slice(0, -1)
    return (witness.at(-1)?.length ?? 0) <= 3600 && items.length <= 100 && items.every(isSmall)
  }
  if (_tag === "Taproot" && !isHash && witness.length > 1) {
    const [head] = witness.at(-1) ?? []
    // 0x50 is an annex, which has no meaning yet.
    if (head === undefined || head === 0x50) return false
    return (head & 0xfe) !== 0xc0 || witness.slice(0, -2).every(isSmall)
  }
  return /Witness|Taproot/.test(_tag)
}

const isSmall = ({ length }: Uint8Array): boolean => length <= 80

/** Satoshis as bitcoind writes an amount: at least two decimals. */
export const money = (satoshis: bigint): string => {
  const decimals = String(satoshis % 100_000_000n)
    .padStart(8, "0")
    .replace(/(?<=..)0+$/, "")
  return `${satoshis / 100_000_000n}.${decimals}`
}
