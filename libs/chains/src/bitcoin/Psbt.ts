import { base64, hex } from "@scure/base"
import { Psbt as RawPsbt, Transaction } from "bitcoinjs-lib"
import { isSameScript } from "./Script.ts"

export interface PsbtOutput {
  readonly script: Uint8Array
  /** Satoshis. */
  readonly value: bigint
}

export interface PsbtInput {
  /** `<txid>:<output>`, the usual notation. */
  readonly outpoint: string
  /** The output that is spent; `null` if the PSBT does not contain it. */
  readonly coin: PsbtOutput | null
  /** The parts that a signature covers; `null` for the signer's default, which is all. Source: BIP-143, BIP-341. */
  readonly sighash: number | null
}

/** An unsigned transaction. */
export interface Psbt {
  /** The hash of the signed transaction if signing adds witnesses only. */
  readonly txid: string
  readonly inputs: readonly PsbtInput[]
  readonly outputs: readonly PsbtOutput[]
  /** The height of a block below 500,000,000, Unix seconds from there on. */
  readonly lockTime: number
}

/** The lowest sequence that allows a replacement and sets no lock. Source: BIP-125. */
const replaceableSequence = 0xffff_fffd

/** Encodes a PSBT of version 0 with the spent output of each input, as base64. Sorts inputs and outputs by BIP-69. */
export const encodePsbt = ({
  inputs,
  lockTime,
  outputs,
}: {
  readonly inputs: readonly { readonly outpoint: string; readonly coin: PsbtOutput }[]
  readonly outputs: readonly PsbtOutput[]
  /** Height of a block. */
  readonly lockTime: number
}): string => {
  const sorted = inputs
    .map(({ coin, outpoint }) => ({ coin, ...parseOutpoint(outpoint) }))
    .toSorted((a, b) => compareText(a.txid, b.txid) || a.index - b.index)
  const paid = outputs.toSorted(
    (a, b) => Number(a.value - b.value) || compareText(hex.encode(a.script), hex.encode(b.script)),
  )
  const psbt = new RawPsbt().setVersion(2).setLocktime(lockTime).addOutputs(paid)
  // Without bitcoinjs-lib's checks, which visit all earlier inputs for each one: seconds for a thousand inputs.
  for (const { coin, index, txid } of sorted)
    psbt.data.addInput({ hash: txid, index, sequence: replaceableSequence, witnessUtxo: coin })
  // Its own base64 fails in a browser for more bytes than a function takes arguments.
  return base64.encode(psbt.toBuffer())
}

/** Parses a PSBT of version 0. Throws for all other bytes. */
export const parsePsbt = (bytes: Uint8Array): RawPsbt => {
  const psbt = RawPsbt.fromBuffer(bytes)
  const { globalMap, inputs } = psbt.data
  // It reads this field as UTF-8, and a wrong byte becomes longer: this would make up for dropped ones.
  if (inputs.some(({ porCommitment }) => porCommitment !== undefined))
    throw new Error("The PSBT has a commitment to a proof of reserves.")
  // It drops bytes after the last map and after a field, and accepts long forms of a length: each is longer than its own form.
  if (psbt.toBuffer().length !== bytes.length) throw new Error("The PSBT has unexpected data.")
  const [version] = globalMap.unknownKeyVals?.filter(({ key }) => key[0] === versionKey) ?? []
  if (version?.value.some((byte) => byte !== 0) === true) throw new Error("The PSBT has another version.")
  return psbt
}

/** Source: BIP-174, PSBT_GLOBAL_VERSION. */
const versionKey = 0xfb

/** @returns `null` if the text is not a PSBT of version 0, or contradicts a parent transaction that it contains */
export const decodePsbt = (text: string | null | undefined): Psbt | null => {
  try {
    const { data } = parsePsbt(base64.decode(text ?? ""))
    const unsigned = Transaction.fromBuffer(data.getTransaction())
    const inputs = unsigned.ins.map(({ hash, index }, at): PsbtInput => {
      const told = data.inputs[at] ?? {}
      const parent = hex.encode(hash.toReversed())
      return {
        outpoint: `${parent}:${index}`,
        coin: findSpentOutput(told, parent, index),
        sighash: told.sighashType ?? null,
      }
    })
    const outputs = unsigned.outs
    // A transaction without inputs or outputs is not useful.
    if (inputs.length === 0 || outputs.length === 0) return null
    // It reads amounts as signed numbers.
    if ([...inputs.flatMap(({ coin }) => coin ?? []), ...outputs].some(({ value }) => value < 0n)) return null
    return { txid: unsigned.getId(), inputs, outputs, lockTime: unsigned.locktime }
  } catch {
    return null
  }
}

/** Returns `null` if the PSBT does not contain the spent output. Throws if it contradicts itself. */
const findSpentOutput = (
  { nonWitnessUtxo, witnessUtxo }: RawPsbt["data"]["inputs"][number],
  parent: string,
  index: number,
): PsbtOutput | null => {
  if (nonWitnessUtxo === undefined) return witnessUtxo ?? null
  const transaction = Transaction.fromBuffer(nonWitnessUtxo)
  const shown = transaction.outs[index]
  const fits =
    witnessUtxo === undefined ||
    (witnessUtxo.value === shown?.value && isSameScript(witnessUtxo.script, shown.script))
  if (shown === undefined || transaction.getId() !== parent || !fits)
    throw new Error("The PSBT contradicts its parent transaction.")
  return shown
}

/** Returns the hash of signed bytes in hex; `null` if they are not a signed transaction. */
export const toSignedHash = (raw: string): string | null => {
  try {
    const signed = Transaction.fromHex(raw)
    const isSigned = signed.ins.every(({ script, witness }) => script.length > 0 || witness.length > 0)
    // It accepts long forms of a length, and hex up to the first other character.
    const isWhole = signed.toHex() === raw.toLowerCase()
    return isWhole && isSigned && signed.ins.length > 0 && signed.outs.length > 0 ? signed.getId() : null
  } catch {
    return null
  }
}

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const parseOutpoint = (outpoint: string) => {
  const [txid = "", index = ""] = outpoint.split(":")
  return { txid, index: Number(index) }
}
