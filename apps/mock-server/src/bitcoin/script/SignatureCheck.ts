import { verify, verifySchnorr } from "@bitcoinerlab/secp256k1"
import { script, Transaction } from "bitcoinjs-lib"
import { check as isStrictDer } from "bitcoinjs-lib/src/bip66"
import { assertScript, ScriptFailed } from "./ScriptFailed.ts"

/** An output that an input spends. `value` in satoshis. */
export interface SpentOutput {
  readonly script: Uint8Array
  readonly value: bigint
}

/** One input of a transaction, with the outputs of all inputs: signatures may commit to all of them. */
export interface InputContext {
  readonly transaction: Transaction
  readonly index: number
  readonly spent: readonly SpentOutput[]
}

/** Half of the group order: the lower of the two possible values of S is canonical. */
const highestS = 0x7fffffff_ffffffff_ffffffff_ffffffff_5d576e73_57a4501d_dfe92f46_681b20a0n

/**
 * Verifies an ECDSA signature (DER, then one byte of hash type) by the key.
 * @throws ScriptFailed when the signature or the key does not have the mempool's encoding.
 */
export const verifyEcdsa = ({
  input,
  signature,
  key,
  code,
  version,
}: {
  readonly input: InputContext
  readonly signature: Uint8Array
  readonly key: Uint8Array
  /** The running script, which the signature covers. */
  readonly code: Uint8Array
  readonly version: "legacy" | "witness"
}): boolean => {
  if (signature.length > 0) {
    assertScript(isStrictDer(signature.subarray(0, -1)), "Non-canonical DER signature")
    assertScript(
      toBigInt(getS(signature)) <= highestS,
      "Non-canonical signature: S value is unnecessarily high",
    )
    assertScript(
      script.isDefinedHashType(signature.at(-1) ?? 0),
      "Signature hash type missing or not understood",
    )
  }
  requireKeyForm(key, version)
  if (signature.length === 0) return false
  const hashType = signature.at(-1) ?? 0
  const { transaction, index, spent } = input
  const hash =
    version === "witness"
      ? transaction.hashForWitnessV0(index, code, spent[index]?.value ?? 0n, hashType)
      : transaction.hashForSignature(index, code, hashType)
  try {
    return verify(hash, key, toCompact(signature), true)
  } catch {
    // Not a point of the curve, or a number outside the group.
    return false
  }
}

/**
 * Verifies a Schnorr signature of 64 bytes, or 65 with a hash type. Source: BIP-340, BIP-341, BIP-342.
 * @throws ScriptFailed when it is not by the key.
 */
export const requireSchnorr = ({
  input,
  signature,
  key,
  leafHash,
}: {
  readonly input: InputContext
  readonly signature: Uint8Array
  /** x only, 32 bytes. */
  readonly key: Uint8Array
  /** The leaf hash of the running script; absent when the output's own key signs. */
  readonly leafHash?: Uint8Array
}): void => {
  const { transaction, index, spent } = input
  assertScript(signature.length === 64 || signature.length === 65, "Invalid Schnorr signature size")
  const hashType = signature[64] ?? Transaction.SIGHASH_DEFAULT
  const single = (hashType & Transaction.SIGHASH_OUTPUT_MASK) === Transaction.SIGHASH_SINGLE
  const isKnown =
    signature.length === 64 ||
    (script.isDefinedHashType(hashType) && (!single || index < transaction.outs.length))
  assertScript(isKnown, "Invalid Schnorr signature hash type")
  const hash = transaction.hashForWitnessV1(
    index,
    spent.map((output) => output.script),
    spent.map((output) => output.value),
    hashType,
    leafHash,
  )
  assertScript(isSchnorr(hash, key, signature.subarray(0, 64)), "Invalid Schnorr signature")
}

const isSchnorr = (hash: Uint8Array, key: Uint8Array, signature: Uint8Array): boolean => {
  try {
    return verifySchnorr(hash, key, signature)
  } catch {
    return false
  }
}

const requireKeyForm = (key: Uint8Array, version: "legacy" | "witness"): void => {
  const [head = 0] = key
  const isCompressed = key.length === 33 && (head === 2 || head === 3)
  const isWhole = key.length === 65 && head === 4
  if (!isCompressed && !isWhole)
    throw new ScriptFailed({ text: "Public key is neither compressed or uncompressed" })
  assertScript(isCompressed || version === "legacy", "Using non-compressed keys in segwit")
}

/** Returns R of a strict DER signature. It may have more bytes than a number of the group. */
const getR = (signature: Uint8Array): Uint8Array => signature.subarray(4, 4 + (signature[3] ?? 0))

/** Returns S, with the same limits as R. */
const getS = (signature: Uint8Array): Uint8Array => signature.subarray(6 + (signature[3] ?? 0), -1)

const toBigInt = (bytes: Uint8Array): bigint =>
  bytes.reduce((number, byte) => number * 256n + BigInt(byte), 0n)

/**
 * Returns R and S, 32 bytes each.
 * @throws RangeError when one of them is longer.
 */
const toCompact = (signature: Uint8Array): Uint8Array => {
  const compact = new Uint8Array(64)
  for (const [at, number] of [getR(signature), getS(signature)].entries()) {
    // A leading zero only marks the number as non-negative.
    const bytes = number[0] === 0 ? number.subarray(1) : number
    compact.set(bytes, at * 32 + 32 - bytes.length)
  }
  return compact
}
