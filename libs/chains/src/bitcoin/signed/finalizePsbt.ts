import { base64, hex } from "@scure/base"
import { RawPSBTV0 } from "@scure/btc-signer/psbt.js"
import { RawOldTx, RawTx } from "@scure/btc-signer/script.js"
import { hash160 } from "@scure/btc-signer/utils.js"
import { isSameScript, toScriptKind } from "../Script.ts"
import { toNestedScript } from "./updatePsbt.ts"

/** A wallet's response to a PSBT signing request. */
export type FinalizedPsbt =
  /** `raw` is the fully signed transaction, hex. */
  | { readonly _tag: "Signed"; readonly raw: string }
  /** Not a PSBT, or a signature is missing. */
  | { readonly _tag: "Malformed" }
  /** Signed, but for another transaction, or with a signature that permits changes. */
  | { readonly _tag: "SignedDifferently" }

type RawPsbt = ReturnType<typeof RawPSBTV0.decode>

/** The checked parts of a signed input, as the codec returns them. */
interface SignedInput {
  readonly tapKeySig?: Uint8Array | undefined
  readonly partialSig?: readonly (readonly [key: Uint8Array, signature: Uint8Array])[] | undefined
  readonly finalScriptWitness?: readonly Uint8Array[] | undefined
}

/** The encoded parts of a transaction, as the codec returns them. */
interface RawUnsignedTransaction {
  readonly version: number
  readonly inputs: readonly {
    readonly txid: Uint8Array
    readonly index: number
    readonly sequence: number
  }[]
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[]
  readonly lockTime: number
}

/** The final scripts of a signed input. */
interface InputProof {
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}

/**
 * Checks a signed PSBT before the broadcast and takes only the signatures from it: the outputs are the requested ones,
 * to the byte. Nodes verify the signatures; a wrong one moves no funds.
 * @param asked the requested PSBT, base64
 */
export const finalizePsbt = (asked: string, answer: Uint8Array): FinalizedPsbt => {
  try {
    const [wanted, given] = [RawPSBTV0.decode(base64.decode(asked)), RawPSBTV0.decode(answer)]
    const unsigned: RawUnsignedTransaction | undefined = wanted.global.unsignedTx
    if (unsigned === undefined) return { _tag: "Malformed" }
    if (toUnsignedKey(wanted) !== toUnsignedKey(given)) return { _tag: "SignedDifferently" }
    const proofs = wanted.inputs.map(({ witnessUtxo }, at) =>
      toInputProof(witnessUtxo?.script ?? new Uint8Array(), given.inputs[at] ?? {}),
    )
    if (proofs.includes("SignedDifferently")) return { _tag: "SignedDifferently" }
    const all = proofs.filter((proof) => typeof proof === "object" && proof !== null)
    if (all.length < proofs.length) return { _tag: "Malformed" }
    const raw = RawTx.encode({
      version: unsigned.version,
      lockTime: unsigned.lockTime,
      outputs: unsigned.outputs.map(({ amount, script }) => ({ amount, script: copyBytes(script) })),
      segwitFlag: true,
      inputs: unsigned.inputs.map(({ index, sequence, txid }, at) => ({
        index,
        sequence,
        txid: copyBytes(txid),
        finalScriptSig: copyBytes(all[at]?.scriptSig ?? new Uint8Array()),
      })),
      witnesses: all.map(({ witness }) => witness.map(copyBytes)),
    })
    return { _tag: "Signed", raw: hex.encode(raw) }
  } catch {
    return { _tag: "Malformed" }
  }
}

const copyBytes = (bytes: Uint8Array) => new Uint8Array(bytes)

const toUnsignedKey = ({ global }: RawPsbt): string =>
  global.unsignedTx === undefined ? "" : hex.encode(RawOldTx.encode(global.unsignedTx))

/** Returns `null` if the input is unsigned, `SignedDifferently` if the signature does not cover everything. */
const toInputProof = (script: Uint8Array, input: SignedInput): InputProof | "SignedDifferently" | null => {
  const final = input.finalScriptWitness ?? []
  switch (toScriptKind(script)) {
    case "p2tr": {
      const signature = input.tapKeySig ?? (final.length === 1 ? final[0] : undefined)
      if (signature === undefined || signature.length < 64 || signature.length > 65) return null
      return signature.length === 65 && signature[64] !== sighashAll
        ? "SignedDifferently"
        : { scriptSig: emptyBytes, witness: [signature] }
    }
    case "p2wpkh":
    case "p2sh": {
      const pairs = final.length === 2 ? [[final[1], final[0]] as const] : (input.partialSig ?? [])
      for (const [key, signature] of pairs) {
        if (key?.length !== 33 || signature === undefined || signature.length < 9) continue
        const nested = toNestedScript(key)
        const isNested = script.length === 23 && isSameScript(script.subarray(2, 22), hash160(nested))
        if (!isNested && !isSameScript(script, nested)) continue
        if (signature.at(-1) !== sighashAll) return "SignedDifferently"
        return {
          scriptSig: isNested ? Uint8Array.from([nested.length, ...nested]) : emptyBytes,
          witness: [signature, key],
        }
      }
      return null
    }
    default:
      return null
  }
}

/** The signature type that covers the whole transaction. Source: BIP-143, BIP-341. */
const sighashAll = 1

const emptyBytes = new Uint8Array()
