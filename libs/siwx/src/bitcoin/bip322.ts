import { schnorr, secp256k1 } from "@noble/curves/secp256k1.js"
import { sha256 } from "@noble/hashes/sha2.js"
import { concatBytes, utf8ToBytes } from "@noble/hashes/utils.js"
import { OutScript, RawTx, RawWitness, Script, Transaction } from "@scure/btc-signer"
import { tapLeafHash } from "@scure/btc-signer/payment.js"
import { compareBytes, hash160, taprootTweakPubkey } from "@scure/btc-signer/utils.js"
import { isEqualBytes } from "./isEqualBytes.ts"

/** The transaction that a signature consists of, with the unlocking parts of its first input. */
export interface ToSign {
  readonly tx: RawTransaction
  readonly scriptSig: Uint8Array
  readonly witness: readonly Uint8Array[]
}

type RawTransaction = ReturnType<typeof RawTx.decode>

const empty = new Uint8Array()
/** OP_RETURN, the only output. */
const outputScript = Uint8Array.of(0x6a)

/** Returns the id of `to_spend`, which commits to the message and the script. */
export const getToSpendId = (script: Uint8Array, message: Uint8Array): Uint8Array => {
  const tag = sha256(utf8ToBytes("BIP0322-signed-message"))
  const digest = sha256(concatBytes(tag, tag, message))
  const bytes = RawTx.encode({
    version: 0,
    segwitFlag: false,
    inputs: [
      {
        txid: new Uint8Array(32),
        index: 0xffff_ffff,
        finalScriptSig: concatBytes(Uint8Array.of(0, 32), digest),
        sequence: 0,
      },
    ],
    outputs: [{ amount: 0n, script }],
    witnesses: undefined,
    lockTime: 0,
  })
  return sha256(sha256(bytes)).toReversed()
}

/** Decodes a simple signature, which is only the witness. Returns `null` for other bytes. */
export const decodeSimple = (
  script: Uint8Array,
  message: Uint8Array,
  bytes: Uint8Array,
): ToSign | "Foreign" | null => {
  const witness = decodeOrNull(() => RawWitness.decode(bytes))
  if (witness === null) return null
  // A script hash does not tell its script. Of nested segwit it follows from the witness.
  const redeem = getKind(script) === "sh" ? findNestedProgram(script, witness) : null
  const tx = {
    version: 0,
    segwitFlag: false,
    inputs: [{ txid: getToSpendId(script, message), index: 0, finalScriptSig: empty, sequence: 0 }],
    outputs: [{ amount: 0n, script: outputScript }],
    witnesses: undefined,
    lockTime: 0,
  }
  return { tx, scriptSig: redeem === null ? empty : Script.encode([redeem]), witness }
}

/** Decodes a full signature: the whole `to_sign`. Returns `"Foreign"` if it does not spend this message's `to_spend`. */
export const decodeFull = (
  script: Uint8Array,
  message: Uint8Array,
  bytes: Uint8Array,
): ToSign | "Foreign" | null => {
  const tx = decodeOrNull(() => RawTx.decode(bytes))
  const [input] = tx?.inputs ?? []
  const [output, ...others] = tx?.outputs ?? []
  if (tx === null || input === undefined || output === undefined) return null
  const isForThis =
    isEqualBytes(input.txid, getToSpendId(script, message)) &&
    input.index === 0 &&
    (tx.version === 0 || tx.version === 2) &&
    others.length === 0 &&
    output.amount === 0n &&
    isEqualBytes(output.script, outputScript)
  if (!isForThis) return "Foreign"
  return { tx, scriptSig: input.finalScriptSig, witness: tx.witnesses?.[0] ?? [] }
}

/** Reports inputs after the first: they prove funds, which only a node can verify. */
export const provesFunds = ({ tx }: ToSign): boolean => tx.inputs.length !== 1

/** Reports a lock: a valid signature is valid from some block or age on, which only a node knows. */
export const hasTimeLock = ({ tx }: ToSign): boolean =>
  tx.lockTime !== 0 || tx.inputs.some(({ sequence }) => sequence !== 0)

export type Outcome = "Valid" | "Invalid" | "Unsupported"

/**
 * Verifies that `to_sign` may spend `to_spend`: keys, key hashes and multisig, plain, nested or in a witness, and
 * taproot keys and their scripts of one or several keys. Other scripts would need an interpreter. Source: BIP-322,
 * BIP-141, BIP-143, BIP-341, BIP-342.
 */
export const verifyToSign = (script: Uint8Array, { tx, scriptSig, witness }: ToSign): Outcome => {
  const transaction = new Transaction({
    version: tx.version,
    lockTime: tx.lockTime,
    allowUnknownVersion: true,
    allowUnknownOutputs: true,
  })
  for (const { index, sequence, txid } of tx.inputs) transaction.addInput({ txid, index, sequence })
  for (const output of tx.outputs) transaction.addOutput(output)

  const hashWitness = (code: Uint8Array) => transaction.preimageWitnessV0(0, code, sighashAll, 0n)
  const verifyWitness = (program: Uint8Array): Outcome => {
    const kind = getKind(program)
    if (kind === "wpkh") {
      // A key hash in a witness is the script that pays to that key hash.
      const code = concatBytes(Uint8Array.of(0x76, 0xa9), program.subarray(1), Uint8Array.of(0x88, 0xac))
      return runScript(code, witness, true, hashWitness)
    }
    const code = witness.at(-1)
    if (code === undefined || !isEqualBytes(sha256(code), program.subarray(2))) return "Invalid"
    return runScript(code, witness.slice(0, -1), true, hashWitness)
  }
  const hashLegacy = (code: Uint8Array) => {
    const inputs = tx.inputs.map((input) => ({ ...input, finalScriptSig: code }))
    const preimage = RawTx.encode({ ...tx, segwitFlag: false, witnesses: undefined, inputs })
    return sha256(sha256(concatBytes(preimage, Uint8Array.of(sighashAll, 0, 0, 0))))
  }

  switch (getKind(script)) {
    case "wpkh":
    case "wsh":
      return scriptSig.length === 0 ? verifyWitness(script) : "Invalid"
    case "tr": {
      const key = script.subarray(2)
      const isSigned = (signature: Uint8Array, by: Uint8Array, leaf?: Uint8Array) => {
        const sighash = signature.length === 64 ? 0 : (signature[64] ?? 0)
        if (signature.length !== 64 && (signature.length !== 65 || sighash !== sighashAll)) return false
        const hash = transaction.preimageWitnessV1(0, [script], sighash, [0n], undefined, leaf)
        return decodeOrNull(() => schnorr.verify(signature.subarray(0, 64), hash, by)) === true
      }
      const [signature = empty] = witness
      if (scriptSig.length > 0) return "Invalid"
      if (witness.length < 2) return isSigned(signature, key) ? "Valid" : "Invalid"
      return isCommitted(key, witness) ? runTapscript(witness, isSigned) : "Invalid"
    }
    case "sh": {
      const pushes = decodePushes(scriptSig)
      const redeem = pushes?.at(-1)
      if (pushes === null || redeem === undefined || !isEqualBytes(hash160(redeem), script.subarray(2, 22)))
        return "Invalid"
      const kind = getKind(redeem)
      if (kind === "wpkh" || kind === "wsh") return pushes.length === 1 ? verifyWitness(redeem) : "Invalid"
      return witness.length === 0 ? runScript(redeem, pushes.slice(0, -1), false, hashLegacy) : "Invalid"
    }
    case "pkh": {
      const pushes = decodePushes(scriptSig)
      if (pushes === null || witness.length > 0) return "Invalid"
      return runScript(script, pushes, false, hashLegacy)
    }
    default:
      return "Unsupported"
  }
}

const sighashAll = 1

/** Reports that the last two items of a witness are a script of the taproot key and its proof. Source: BIP-341. */
const isCommitted = (key: Uint8Array, witness: readonly Uint8Array[]): boolean => {
  const [script = empty, control = empty] = witness.slice(-2)
  const [head = 0] = control
  const steps = (control.length - 33) / 32
  if (!Number.isInteger(steps) || steps < 0 || steps > 128) return false
  let hash: Uint8Array = tapLeafHash(script, head & 0xfe)
  for (let at = 33; at < control.length; at += 32) {
    const sibling = control.subarray(at, at + 32)
    hash = schnorr.utils.taggedHash(
      "TapBranch",
      ...(compareBytes(hash, sibling) < 0 ? [hash, sibling] : [sibling, hash]),
    )
  }
  const tweaked = decodeOrNull(() => taprootTweakPubkey(control.subarray(1, 33), hash))
  return tweaked !== null && isEqualBytes(tweaked[0], key) && tweaked[1] === (head & 1)
}

/** Runs the scripts of taproot that need no interpreter: those of one or several keys. Source: BIP-342. */
const runTapscript = (
  witness: readonly Uint8Array[],
  isSigned: (signature: Uint8Array, key: Uint8Array, leaf: Uint8Array) => boolean,
): Outcome => {
  const [leaf = empty, control = empty] = witness.slice(-2)
  // The first key takes the last item.
  const signatures = witness.slice(0, -2).toReversed()
  const out = decodeOrNull(() => OutScript.decode(leaf))
  if (((control[0] ?? 0) & 0xfe) !== tapscriptVersion || (out?.type !== "tr_ns" && out?.type !== "tr_ms"))
    return "Unsupported"
  const { pubkeys } = out
  const isAccepted =
    signatures.length === pubkeys.length &&
    pubkeys.every((key, at) => {
      const signature = signatures[at] ?? empty
      return (out.type === "tr_ms" && signature.length === 0) || isSigned(signature, key, leaf)
    }) &&
    (out.type === "tr_ns" || signatures.filter(({ length }) => length > 0).length === out.m)
  return isAccepted ? "Valid" : "Invalid"
}

const tapscriptVersion = 0xc0

/** Runs the scripts that need no interpreter. */
const runScript = (
  code: Uint8Array,
  stack: readonly Uint8Array[],
  isWitness: boolean,
  hash: (code: Uint8Array) => Uint8Array,
): Outcome => {
  const out = decodeOrNull(() => OutScript.decode(code))
  const isSigned = (signature: Uint8Array, key: Uint8Array) =>
    signature.at(-1) === sighashAll &&
    (key.length === 33 || !isWitness) &&
    decodeOrNull(() =>
      secp256k1.verify(signature.subarray(0, -1), hash(code), key, {
        prehash: false,
        lowS: true,
        format: "der",
      }),
    ) === true
  const toOutcome = (accepted: boolean): Outcome => (accepted ? "Valid" : "Invalid")
  const [first = empty, second = empty] = stack
  switch (out?.type) {
    case "pkh":
      return toOutcome(
        stack.length === 2 && isEqualBytes(hash160(second), out.hash) && isSigned(first, second),
      )
    case "pk":
      return toOutcome(stack.length === 1 && isSigned(first, out.pubkey))
    case "ms": {
      // OP_CHECKMULTISIG takes one item too many, which has to be empty.
      const signatures = stack.slice(1)
      if (stack.length !== out.m + 1 || first.length > 0) return "Invalid"
      let at = 0
      for (const key of out.pubkeys) {
        const signature = signatures[at]
        if (signature !== undefined && isSigned(signature, key)) at++
      }
      return toOutcome(at === signatures.length)
    }
    default:
      return "Unsupported"
  }
}

/** Returns the kind of an output script: `wpkh`, `wsh`, `tr`, `pkh`, `sh` or another. */
const getKind = (script: Uint8Array) => {
  const starts = (...bytes: readonly number[]) => bytes.every((byte, index) => script[index] === byte)
  if (script.length === 22 && starts(0, 20)) return "wpkh"
  if (script.length === 34 && starts(0, 32)) return "wsh"
  if (script.length === 34 && starts(0x51, 32)) return "tr"
  if (script.length === 23 && starts(0xa9, 20) && script[22] === 0x87) return "sh"
  if (script.length === 25 && starts(0x76, 0xa9, 20) && script[23] === 0x88 && script[24] === 0xac)
    return "pkh"
  return "other"
}

/** Returns the nested segwit program that a script hash commits to. */
const findNestedProgram = (script: Uint8Array, witness: readonly Uint8Array[]): Uint8Array | null => {
  const last = witness.at(-1) ?? empty
  const programs = [
    concatBytes(Uint8Array.of(0, 20), hash160(last)),
    concatBytes(Uint8Array.of(0, 32), sha256(last)),
  ]
  return programs.find((program) => isEqualBytes(hash160(program), script.subarray(2, 22))) ?? null
}

/** Returns the items that a script pushes, `null` if it does anything else or is not minimal. */
const decodePushes = (script: Uint8Array): readonly Uint8Array[] | null =>
  decodeOrNull(() => {
    const items = Script.decode(script)
    if (!isEqualBytes(Script.encode(items), script)) return null
    // The empty item of a multisig is the opcode OP_0, which decodes as a number.
    const pushes = items.map((item) => (item === 0 ? empty : item))
    return pushes.every((item) => item instanceof Uint8Array) ? pushes : null
  })

const decodeOrNull = <T>(decode: () => T): T | null => {
  try {
    return decode()
  } catch {
    // The decoders of the library throw for bytes that do not fit.
    return null
  }
}
