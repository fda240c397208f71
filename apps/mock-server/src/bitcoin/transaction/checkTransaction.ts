import type { Transaction } from "bitcoinjs-lib"
import { isPushOnly } from "../script/instructions.ts"
import { getOutputKind, type OutputKind } from "../script/outputKind.ts"
import { toHashHex } from "./bytes.ts"
import { ruleViolation } from "./TransactionRejected.ts"

/** 21 million BTC, in satoshis. */
export const maxMoney = 2_100_000_000_000_000n
const maxWeight = 400_000
/** Minimum size without witnesses. A transaction of 64 bytes could be taken for a node of a merkle tree. */
const minStrippedBytes = 65

/**
 * Checks a transaction without its inputs: the rules of the chain, then those of the mempool.
 * Source: `CheckTransaction` and `IsStandardTx` of bitcoind.
 * @throws Rejected
 */
export const checkTransaction = (transaction: Transaction): void => {
  checkConsensus(transaction)
  checkStandard(transaction)
}

const checkConsensus = ({ ins, outs }: Transaction): void => {
  if (outs.length === 0) throw ruleViolation("bad-txns-vout-empty")
  let total = 0n
  for (const { value } of outs) {
    if (value < 0n) throw ruleViolation("bad-txns-vout-negative")
    if (value > maxMoney) throw ruleViolation("bad-txns-vout-toolarge")
    total += value
    if (total > maxMoney) throw ruleViolation("bad-txns-txouttotal-toolarge")
  }
  if (new Set(ins.map(formatOutpoint)).size < ins.length) throw ruleViolation("bad-txns-inputs-duplicate")
  const isNull = ins.map(({ hash, index }) => index === 0xffff_ffff && hash.every((byte) => byte === 0))
  if (ins.length === 1 && isNull[0]) throw ruleViolation("coinbase")
  if (isNull.includes(true)) throw ruleViolation("bad-txns-prevout-null")
}

const checkStandard = (transaction: Transaction): void => {
  const { ins, outs, version } = transaction
  if (version < 1 || version > 2) throw ruleViolation("version")
  if (transaction.weight() > maxWeight) throw ruleViolation("tx-size")
  for (const { script } of ins) {
    if (script.length > 1650) throw ruleViolation("scriptsig-size")
    if (!isPushOnly(script)) throw ruleViolation("scriptsig-not-pushonly")
  }
  for (const { script } of outs) {
    const { _tag } = getOutputKind(script)
    if (_tag === "Other") throw ruleViolation("scriptpubkey")
    if (_tag === "Multisig") throw ruleViolation("bare-multisig")
  }
  if (findDust(transaction).length > 1) throw ruleViolation("dust")
  if (transaction.byteLength(false) < minStrippedBytes) throw ruleViolation("tx-size-small")
}

/** Returns the outputs that cost more to spend than their value, at 3 sat/vB. */
export const findDust = ({ outs }: Transaction): readonly { readonly value: bigint }[] =>
  outs.filter(({ script, value }) => value < getDustLimit(script, getOutputKind(script)))

/** Returns the dust limit of an output, in satoshis: 546 for P2PKH, 294 for P2WPKH, 330 for P2TR. */
const getDustLimit = (script: Uint8Array, kind: OutputKind): bigint => {
  if (kind._tag === "Data") return 0n
  const isWitness = /Witness|Taproot/.test(kind._tag)
  const output = 8 + 1 + script.length
  const input = isWitness ? 32 + 4 + 1 + Math.floor(107 / 4) + 4 : 32 + 4 + 1 + 107 + 4
  return BigInt((output + input) * 3)
}

/** Describes the output that an input spends: `<txid>:<output>`. */
export const formatOutpoint = ({
  hash,
  index,
}: {
  readonly hash: Uint8Array
  readonly index: number
}): string => `${toHashHex(hash)}:${index}`
