import { base64, hex } from "@scure/base"
import { RawPSBTV0 } from "@scure/btc-signer/psbt.js"
import { RawOldTx, RawTx } from "@scure/btc-signer/script.js"
import { hash160 } from "@scure/btc-signer/utils.js"
import { isSameScript, kindOf } from "../Script.ts"
import { nestedScript } from "./askedPsbt.ts"

/** What a wallet gave for a PSBT that it was asked to sign. */
export type Final =
  /** `raw` is the transaction with all its signatures, hex. */
  | { readonly _tag: "Signed"; readonly raw: string }
  /** No PSBT, or one that is not signed by all who have to. */
  | { readonly _tag: "Malformed" }
  /** Signed, but another transaction than was asked for, or one that whoever has it may change. */
  | { readonly _tag: "Altered" }

type RawPsbt = ReturnType<typeof RawPSBTV0.decode>

/** The parts of a signed input that are looked at, as the codec has them. */
interface RawInput {
  readonly tapKeySig?: Uint8Array | undefined
  readonly partialSig?: readonly (readonly [key: Uint8Array, signature: Uint8Array])[] | undefined
  readonly finalScriptWitness?: readonly Uint8Array[] | undefined
}

/** The parts of a transaction that are written, as the codec has them. */
interface RawUnsigned {
  readonly version: number
  readonly inputs: readonly {
    readonly txid: Uint8Array
    readonly index: number
    readonly sequence: number
  }[]
  readonly outputs: readonly { readonly amount: bigint; readonly script: Uint8Array }[]
  readonly lockTime: number
}

/** What stands in an input that is signed. */
interface Proof {
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}

/**
 * Looks at what a wallet has signed before anybody sends it, and takes only the signatures out of it: what is paid is
 * what was asked for, to the byte. Whether they are right is for the nodes: a wrong one moves nothing.
 * @param asked the PSBT as it was asked for, base64
 */
export const finalFrom = (asked: string, answer: Uint8Array): Final => {
  try {
    const [wanted, given] = [RawPSBTV0.decode(base64.decode(asked)), RawPSBTV0.decode(answer)]
    const unsigned: RawUnsigned | undefined = wanted.global.unsignedTx
    if (unsigned === undefined) return { _tag: "Malformed" }
    if (textOf(wanted) !== textOf(given)) return { _tag: "Altered" }
    const proofs = wanted.inputs.map(({ witnessUtxo }, at) =>
      proofOf(witnessUtxo?.script ?? new Uint8Array(), given.inputs[at] ?? {}),
    )
    if (proofs.includes("Altered")) return { _tag: "Altered" }
    const all = proofs.filter((proof) => typeof proof === "object" && proof !== null)
    if (all.length < proofs.length) return { _tag: "Malformed" }
    const raw = RawTx.encode({
      version: unsigned.version,
      lockTime: unsigned.lockTime,
      outputs: unsigned.outputs.map(({ amount, script }) => ({ amount, script: copyOf(script) })),
      segwitFlag: true,
      inputs: unsigned.inputs.map(({ index, sequence, txid }, at) => ({
        index,
        sequence,
        txid: copyOf(txid),
        finalScriptSig: copyOf(all[at]?.scriptSig ?? new Uint8Array()),
      })),
      witnesses: all.map(({ witness }) => witness.map(copyOf)),
    })
    return { _tag: "Signed", raw: hex.encode(raw) }
  } catch {
    return { _tag: "Malformed" }
  }
}

const copyOf = (bytes: Uint8Array) => new Uint8Array(bytes)

const textOf = ({ global }: RawPsbt): string =>
  global.unsignedTx === undefined ? "" : hex.encode(RawOldTx.encode(global.unsignedTx))

/** `null` where it is not signed, `Altered` where the signature leaves something open. */
const proofOf = (script: Uint8Array, input: RawInput): Proof | "Altered" | null => {
  const final = input.finalScriptWitness ?? []
  switch (kindOf(script)) {
    case "p2tr": {
      const signature = input.tapKeySig ?? (final.length === 1 ? final[0] : undefined)
      if (signature === undefined || signature.length < 64 || signature.length > 65) return null
      return signature.length === 65 && signature[64] !== all
        ? "Altered"
        : { scriptSig: none, witness: [signature] }
    }
    case "p2wpkh":
    case "p2sh": {
      const pairs = final.length === 2 ? [[final[1], final[0]] as const] : (input.partialSig ?? [])
      for (const [key, signature] of pairs) {
        if (key?.length !== 33 || signature === undefined || signature.length < 9) continue
        const nested = nestedScript(key)
        const isNested = script.length === 23 && isSameScript(script.subarray(2, 22), hash160(nested))
        if (!isNested && !isSameScript(script, nested)) continue
        if (signature.at(-1) !== all) return "Altered"
        return {
          scriptSig: isNested ? Uint8Array.from([nested.length, ...nested]) : none,
          witness: [signature, key],
        }
      }
      return null
    }
    default:
      return null
  }
}

/** The signature covers the whole transaction. Source: BIP-143, BIP-341. */
const all = 1

const none = new Uint8Array()
