import type { Transaction } from "bitcoinjs-lib"
import { isPushOnly } from "../script/instructions.ts"
import { type OutputKind, outputKind } from "../script/outputKind.ts"
import { hashHex } from "./bytes.ts"
import { broken } from "./Rejected.ts"

/** 21 million coins, in satoshis. */
export const maxMoney = 2_100_000_000_000_000n
const maxWeight = 400_000
/** Without its witnesses. A transaction of 64 bytes could be taken for a node of a merkle tree. */
const minSize = 65

/**
 * What can be said of a transaction without knowing what it spends: the rules of the chain, then those of the
 * mempool. Source: `CheckTransaction` and `IsStandardTx` of bitcoind.
 * @throws Rejected
 */
export const checkTransaction = (transaction: Transaction): void => {
  checkConsensus(transaction)
  checkStandard(transaction)
}

const checkConsensus = ({ ins, outs }: Transaction): void => {
  if (outs.length === 0) throw broken("bad-txns-vout-empty")
  let total = 0n
  for (const { value } of outs) {
    if (value < 0n) throw broken("bad-txns-vout-negative")
    if (value > maxMoney) throw broken("bad-txns-vout-toolarge")
    total += value
    if (total > maxMoney) throw broken("bad-txns-txouttotal-toolarge")
  }
  if (new Set(ins.map(outpointOf)).size < ins.length) throw broken("bad-txns-inputs-duplicate")
  const isNull = ins.map(({ hash, index }) => index === 0xffff_ffff && hash.every((byte) => byte === 0))
  if (ins.length === 1 && isNull[0]) throw broken("coinbase")
  if (isNull.includes(true)) throw broken("bad-txns-prevout-null")
}

const checkStandard = (transaction: Transaction): void => {
  const { ins, outs, version } = transaction
  if (version < 1 || version > 2) throw broken("version")
  if (transaction.weight() > maxWeight) throw broken("tx-size")
  for (const { script } of ins) {
    if (script.length > 1650) throw broken("scriptsig-size")
    if (!isPushOnly(script)) throw broken("scriptsig-not-pushonly")
  }
  for (const { script } of outs) {
    const { _tag } = outputKind(script)
    if (_tag === "Other") throw broken("scriptpubkey")
    if (_tag === "Multisig") throw broken("bare-multisig")
  }
  if (dustOf(transaction).length > 1) throw broken("dust")
  if (transaction.byteLength(false) < minSize) throw broken("tx-size-small")
}

/** The outputs that would cost more to spend than they are worth, at 3 sat/vB. */
export const dustOf = ({ outs }: Transaction): readonly { readonly value: bigint }[] =>
  outs.filter(({ script, value }) => value < dustLimit(script, outputKind(script)))

/** The least value, in satoshis, of an output that is no dust: 546 for P2PKH, 294 for P2WPKH, 330 for P2TR. */
const dustLimit = (script: Uint8Array, kind: OutputKind): bigint => {
  if (kind._tag === "Data") return 0n
  const isWitness = /Witness|Taproot/.test(kind._tag)
  const output = 8 + 1 + script.length
  const input = isWitness ? 32 + 4 + 1 + Math.floor(107 / 4) + 4 : 32 + 4 + 1 + 107 + 4
  return BigInt((output + input) * 3)
}

/** What an input spends, as people write it: `<txid>:<output>`. */
export const outpointOf = ({ hash, index }: { readonly hash: Uint8Array; readonly index: number }): string =>
  `${hashHex(hash)}:${index}`
