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
  /** `<txid>:<output>`, as people write it. */
  readonly outpoint: string
  /** What is spent; `null` where the PSBT does not say. */
  readonly coin: PsbtOutput | null
  /** What a signature covers; `null` where that is left to the signer, who covers all. Source: BIP-143, BIP-341. */
  readonly sighash: number | null
}

/** A transaction before it is signed. */
export interface Psbt {
  /** The hash that it will have if nothing but witnesses are added. */
  readonly txid: string
  readonly inputs: readonly PsbtInput[]
  readonly outputs: readonly PsbtOutput[]
  /** Below 500,000,000 the height of a block, from there on Unix seconds. */
  readonly lockTime: number
}

/** The parts of a transaction that its hash is made of, as the codec has them. */
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

/** The lowest that allows a replacement and locks nothing. Source: BIP-125. */
const replaceableSequence = 0xffff_fffd

/** A PSBT of version 0 with what each input spends, as base64. Inputs and outputs are put in the order of BIP-69. */
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

/** @returns `null` for what is no PSBT of version 0, or says something of a coin that its own transaction does not. */
export const decodePsbt = (text: string | null | undefined): Psbt | null => {
  try {
    const { global, inputs, outputs } = RawPSBTV0.decode(base64.decode(text ?? ""))
    const unsigned: RawTransaction | undefined = global.unsignedTx
    if (unsigned === undefined || (global.version ?? 0) !== 0) return null
    // The codec lets one more map pass, and none of a transaction that spends or pays nothing is worth reading.
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

/** `null` where the PSBT does not say, `undefined` where it contradicts itself. */
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

/** The hash of signed bytes in hex; `null` where they are no signed transaction. */
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
