import { base64 } from "@scure/base"
import { crypto, type Psbt, Transaction } from "bitcoinjs-lib"
import { BufferReader } from "bitcoinjs-lib/src/bufferutils"
import { parsePsbt } from "../Psbt.ts"
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

/** The final scripts of a signed input. */
interface InputProof {
  readonly scriptSig: Uint8Array
  readonly witness: Uint8Array[]
}

/**
 * Checks a signed PSBT before the broadcast and takes only the signatures from it: the outputs are the requested ones,
 * to the byte. Nodes verify the signatures; a wrong one moves no funds.
 * @param asked the requested PSBT, base64
 */
export const finalizePsbt = (asked: string, answer: Uint8Array): FinalizedPsbt => {
  try {
    const [wanted, given] = [parsePsbt(base64.decode(asked)).data, parsePsbt(answer).data]
    const unsigned = wanted.getTransaction()
    if (!isSameScript(unsigned, given.getTransaction())) return { _tag: "SignedDifferently" }
    const proofs = wanted.inputs.map(({ witnessUtxo }, at) =>
      toInputProof(witnessUtxo?.script ?? emptyBytes, given.inputs[at] ?? {}),
    )
    if (proofs.includes("SignedDifferently")) return { _tag: "SignedDifferently" }
    const signed = Transaction.fromBuffer(unsigned)
    for (const [at, proof] of proofs.entries()) {
      if (typeof proof === "string" || proof === null) return { _tag: "Malformed" }
      signed.setInputScript(at, proof.scriptSig)
      signed.setWitness(at, proof.witness)
    }
    return { _tag: "Signed", raw: signed.toHex() }
  } catch {
    return { _tag: "Malformed" }
  }
}

/** Returns `null` if the input is unsigned, `SignedDifferently` if the signature does not cover everything. */
const toInputProof = (
  script: Uint8Array,
  input: Psbt["data"]["inputs"][number],
): InputProof | "SignedDifferently" | null => {
  const final = decodeWitness(input.finalScriptWitness)
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
      const [finalSignature, finalKey] = final
      const pairs =
        final.length === 2 ? [{ pubkey: finalKey, signature: finalSignature }] : (input.partialSig ?? [])
      for (const { pubkey: key, signature } of pairs) {
        if (key?.length !== 33 || signature === undefined || signature.length < 9) continue
        const nested = toNestedScript(key)
        const isNested = script.length === 23 && isSameScript(script.subarray(2, 22), crypto.hash160(nested))
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

/** Throws for bytes that are not a list of items to the end. */
const decodeWitness = (bytes: Uint8Array | undefined): readonly Uint8Array[] => {
  if (bytes === undefined) return []
  const reader = new BufferReader(bytes)
  const items = reader.readVector()
  if (reader.offset !== bytes.length) throw new Error("The witness has unexpected data.")
  return items
}

/** The signature type that covers the whole transaction. Source: BIP-143, BIP-341. */
const sighashAll = 1

const emptyBytes = new Uint8Array()
