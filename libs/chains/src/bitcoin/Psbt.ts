import { sha256 } from "@noble/hashes/sha2.js"
import { base64, hex } from "@scure/base"
import { RawPSBTV0 } from "@scure/btc-signer/psbt.js"
import { RawOldTx, RawTx } from "@scure/btc-signer/script.js"

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

/** The hashed parts of a transaction, as the codec returns them. */
interface RawTransaction {
  readonly version: number
  readonly inputs: readonly {
    readonly txid: Uint8Array
    readonly index: number
    readonly finalScriptSig: Uint8Array
    readonly sequence: number
  }[]
  readonly outputs: readonly RawPsbtOutput[]
  readonly lockTime: number
}

interface RawPsbtOutput {
  readonly amount: bigint
  readonly script: Uint8Array
}

interface RawPsbtInput {
  readonly nonWitnessUtxo?: RawTransaction | undefined
  readonly witnessUtxo?: RawPsbtOutput | undefined
  readonly sighashType?: number | undefined
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
    (a, b) => Number(a.value - b.value) || compareText(toScriptHex(a), toScriptHex(b)),
  )
  const unsignedTx = {
    version: 2,
    inputs: sorted.map(({ index, txid }) => ({
      txid: new Uint8Array(hex.decode(txid)),
      index,
      finalScriptSig: new Uint8Array(),
      sequence: replaceableSequence,
    })),
    outputs: paid.map(toRaw),
    lockTime,
  }
  return base64.encode(
    RawPSBTV0.encode({
      global: { unsignedTx },
      inputs: sorted.map(({ coin }) => ({ witnessUtxo: toRaw(coin) })),
      outputs: paid.map(() => ({})),
    }),
  )
}

/** @returns `null` if the text is not a PSBT of version 0, or contradicts a parent transaction that it contains */
export const decodePsbt = (text: string | null | undefined): Psbt | null => {
  try {
    const { global, inputs, outputs } = RawPSBTV0.decode(base64.decode(text ?? ""))
    const unsigned: RawTransaction | undefined = global.unsignedTx
    if (unsigned === undefined || (global.version ?? 0) !== 0) return null
    // The codec accepts one extra map. A transaction without inputs or outputs is not useful.
    if (outputs.length !== unsigned.outputs.length || outputs.length === 0) return null
    const told: readonly RawPsbtInput[] = inputs
    const read = unsigned.inputs.flatMap(({ index, txid }, at) => {
      const parent = hex.encode(txid)
      const coin = findSpentOutput(told[at] ?? {}, parent, index)
      return coin === undefined
        ? []
        : [{ outpoint: `${parent}:${index}`, coin, sighash: told[at]?.sighashType ?? null }]
    })
    return read.length === unsigned.inputs.length
      ? {
          txid: hashTransaction(unsigned),
          inputs: read,
          outputs: unsigned.outputs.map(fromRaw),
          lockTime: unsigned.lockTime,
        }
      : null
  } catch {
    return null
  }
}

/** Returns `null` if the PSBT does not contain the spent output, `undefined` if it contradicts itself. */
const findSpentOutput = (
  { nonWitnessUtxo, witnessUtxo }: RawPsbtInput,
  parent: string,
  index: number,
): PsbtOutput | null | undefined => {
  const said = witnessUtxo === undefined ? null : fromRaw(witnessUtxo)
  if (nonWitnessUtxo === undefined) return said
  const raw = nonWitnessUtxo.outputs[index]
  if (raw === undefined || hashTransaction(nonWitnessUtxo) !== parent) return undefined
  const shown = fromRaw(raw)
  const fits = said === null || (said.value === shown.value && toScriptHex(said) === toScriptHex(shown))
  return fits ? shown : undefined
}

/** Returns the hash of signed bytes in hex; `null` if they are not a signed transaction. */
export const toSignedHash = (raw: string): string | null => {
  try {
    const { witnesses, ...rest } = RawTx.decode(hex.decode(raw.toLowerCase()))
    const signed: RawTransaction = rest
    const isSigned = signed.inputs.every(
      ({ finalScriptSig }, at) => finalScriptSig.length > 0 || (witnesses?.[at]?.length ?? 0) > 0,
    )
    return isSigned && signed.inputs.length > 0 && signed.outputs.length > 0 ? hashTransaction(signed) : null
  } catch {
    return null
  }
}

const hashTransaction = ({ inputs, lockTime, outputs, version }: RawTransaction): string => {
  const bytes = RawOldTx.encode({
    version,
    inputs: inputs.map((input) => ({
      ...input,
      txid: new Uint8Array(input.txid),
      finalScriptSig: new Uint8Array(input.finalScriptSig),
    })),
    outputs: outputs.map((output) => toRaw(fromRaw(output))),
    lockTime,
  })
  return hex.encode(sha256(sha256(bytes)).toReversed())
}

const toScriptHex = ({ script }: PsbtOutput): string => hex.encode(script)
const toRaw = ({ script, value }: PsbtOutput) => ({ script: new Uint8Array(script), amount: value })
const fromRaw = ({ amount, script }: RawPsbtOutput): PsbtOutput => ({ script, value: amount })

const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const parseOutpoint = (outpoint: string) => {
  const [txid = "", index = ""] = outpoint.split(":")
  return { txid, index: Number(index) }
}
