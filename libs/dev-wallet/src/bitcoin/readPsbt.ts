import { encodeBase64, encodeHex } from "@wmodal/chains/internal"
import { address as addresses, Psbt, Transaction } from "bitcoinjs-lib"
import type { AskedInput, AskedOutput, Sighash } from "../standard/StandardRequest.ts"
import { type BitcoinChain, bitcoinNetworksByChain } from "./BitcoinKey.ts"
import type { BitcoinAddress } from "./BitcoinSigner.ts"
import { getSighashFlag, parseSighash } from "./Sighashes.ts"

/** A partially signed transaction, with the inputs that this wallet must sign. */
export interface ParsedPsbt {
  readonly psbt: Psbt
  readonly signing: readonly InputSigning[]
  readonly transaction: `0x${string}`
  /** The PSBT with the sighash of each input that would be signed, base64. */
  readonly asked: string
  readonly inputs: readonly AskedInput[]
  readonly outputs: readonly AskedOutput[]
  /** Satoshis; `null` where not all inputs state their value. */
  readonly fee: bigint | null
}

interface InputSigning {
  readonly index: number
  readonly by: BitcoinAddress
  readonly sighash: Sighash
}

/** The inputs that a dApp wants signed. */
export interface SigningInstruction {
  readonly by: BitcoinAddress
  readonly indexes: readonly number[]
  readonly sighash: Sighash | null
}

/** A PSBT that no wallet could sign, with the reason for the dApp. */
export class UnreadablePsbt extends Error {}

/** The output that an input spends, as stated by the dApp. */
interface SpentOutput {
  readonly script: Uint8Array
  readonly value: bigint
}

/**
 * Reads a PSBT.
 * @throws UnreadablePsbt, or any error of bitcoinjs for bytes that are not a PSBT.
 */
export const readPsbt = (
  bytes: Uint8Array,
  chain: BitcoinChain,
  wanted: readonly SigningInstruction[],
  own: readonly BitcoinAddress[],
): ParsedPsbt => {
  const network = bitcoinNetworksByChain[chain]
  const psbt = Psbt.fromBuffer(bytes, { network })
  const coins = psbt.data.inputs.map((_, index) => findSpentOutput(psbt, index))
  const signing = wanted.flatMap((one) => one.indexes.map((index) => toInputSigning(psbt, coins, one, index)))
  if (signing.length === 0) throw new UnreadablePsbt("nothing to sign")
  if (new Set(signing.map(({ index }) => index)).size < signing.length) {
    throw new UnreadablePsbt("an input is named twice")
  }
  const inputs = coins.map(
    (coin, index): AskedInput => ({
      address: coin === null ? null : toAddress(coin.script, chain),
      amount: coin === null ? null : `${coin.value}`,
      sighash: signing.find((one) => one.index === index)?.sighash ?? null,
    }),
  )
  const outputs = psbt.txOutputs.map(
    ({ script, value }): AskedOutput => ({
      address: toAddress(script, chain),
      script: encodeHex(script),
      amount: `${value}`,
      isOwn: own.some((one) => isSame(one.script, script)),
    }),
  )
  return {
    psbt,
    signing,
    transaction: getUnsignedTransaction(psbt),
    asked: withSighashes(psbt, signing),
    inputs,
    outputs,
    fee: getFee(coins, psbt),
  }
}

/** States the sighashes in the PSBT, where a dApp may have named them only next to it. */
const withSighashes = (psbt: Psbt, signing: readonly InputSigning[]): string => {
  const copy = psbt.clone()
  for (const { index, sighash } of signing) {
    const input = copy.data.inputs[index]
    if (input !== undefined) input.sighashType = getSighashFlag(sighash)
  }
  return encodeBase64(copy.toBuffer())
}

const toAddress = (script: Uint8Array, chain: BitcoinChain): string | null => {
  try {
    return addresses.fromOutputScript(script, bitcoinNetworksByChain[chain])
  } catch {
    return null
  }
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, at) => byte === b[at])

/**
 * Returns `null` when the dApp does not state the output. A complete previous transaction takes precedence, because
 * its hash proves it.
 */
const findSpentOutput = (psbt: Psbt, index: number): SpentOutput | null => {
  const input = psbt.data.inputs[index]
  const spent = psbt.txInputs[index]
  if (input === undefined || spent === undefined) return null
  const { nonWitnessUtxo, witnessUtxo } = input
  if (nonWitnessUtxo === undefined) return witnessUtxo ?? null
  const before = Transaction.fromBuffer(nonWitnessUtxo)
  const coin = before.outs[spent.index]
  if (coin === undefined || !isSame(before.getHash(), spent.hash)) {
    throw new UnreadablePsbt("an input contains a different transaction than it spends")
  }
  if (
    witnessUtxo !== undefined &&
    (witnessUtxo.value !== coin.value || !isSame(witnessUtxo.script, coin.script))
  ) {
    throw new UnreadablePsbt("an input has conflicting data about its UTXO")
  }
  return coin
}

const toInputSigning = (
  psbt: Psbt,
  coins: readonly (SpentOutput | null)[],
  { by, sighash }: SigningInstruction,
  index: number,
): InputSigning => {
  const coin = coins[index]
  const input = psbt.data.inputs[index]
  if (coin == null || input === undefined) throw new UnreadablePsbt("an input lacks its UTXO")
  if (!isSame(coin.script, by.script)) throw new UnreadablePsbt("an input does not belong to this account")
  const isTaproot = by.purpose === "ordinals"
  const said = input.sighashType === undefined ? null : parseSighash(input.sighashType)
  if (input.sighashType !== undefined && said === null) throw new UnreadablePsbt("an unknown sighash")
  const chosen = sighash ?? said ?? (isTaproot ? "DEFAULT" : "ALL")
  if (said !== null && said !== chosen) throw new UnreadablePsbt("two sighashes for one input")
  if (chosen === "DEFAULT" && !isTaproot) throw new UnreadablePsbt("a sighash that only taproot supports")
  return { index, by, sighash: chosen }
}

const getFee = (coins: readonly (SpentOutput | null)[], psbt: Psbt): bigint | null => {
  const known = coins.filter((coin) => coin !== null)
  if (known.length < coins.length) return null
  const fee =
    known.reduce((sum, { value }) => sum + value, 0n) -
    psbt.txOutputs.reduce((sum, { value }) => sum + value, 0n)
  if (fee < 0n) throw new UnreadablePsbt("its outputs exceed its inputs")
  return fee
}

const getUnsignedTransaction = (psbt: Psbt): `0x${string}` => {
  const transaction = new Transaction()
  transaction.version = psbt.version
  transaction.locktime = psbt.locktime
  for (const { hash, index, sequence } of psbt.txInputs) transaction.addInput(hash, index, sequence)
  for (const { script, value } of psbt.txOutputs) transaction.addOutput(script, value)
  return encodeHex(transaction.toBuffer())
}
