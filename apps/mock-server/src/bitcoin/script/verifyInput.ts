import { xOnlyPointAddTweak } from "@bitcoinerlab/secp256k1"
import { crypto } from "bitcoinjs-lib"
import { rootHashFromPath, tapleafHash, tapTweakHash } from "bitcoinjs-lib/src/payments/bip341"
import { isEqualBytes } from "../transaction/bytes.ts"
import { isPushOnly } from "./instructions.ts"
import { getOutputKind, parseWitnessProgram } from "./outputKind.ts"
import { runScript } from "./runScript.ts"
import { assertScript } from "./ScriptFailed.ts"
import { isTrue, type ScriptVersion } from "./ScriptMachine.ts"
import { type InputContext, requireSchnorr } from "./SignatureCheck.ts"

const falseResult = "Script evaluated without error but finished with a false/empty top stack element"
const uncleanStack = "Stack size must be exactly one after execution"
const programMismatch = "Witness program hash mismatch"

/**
 * Verifies that an input may spend its output: its scripts, its witness and their signatures.
 * Source: `VerifyScript` of bitcoind with the flags of its mempool; BIP-16, BIP-141, BIP-143, BIP-341, BIP-342.
 * @throws ScriptFailed
 */
export const verifyInput = (input: InputContext): void => {
  const { transaction, index, spent } = input
  const unlock = transaction.ins[index]?.script ?? new Uint8Array()
  const lock = spent[index]?.script ?? new Uint8Array()
  const witness = transaction.ins[index]?.witness ?? []
  const legacy: ScriptVersion = { _tag: "Legacy" }

  const stack: Uint8Array[] = []
  runScript(unlock, stack, legacy, input)
  const pushed = [...stack]
  runScript(lock, stack, legacy, input)
  assertScript(isTrue(stack.at(-1) ?? new Uint8Array()), falseResult)

  if (parseWitnessProgram(lock) !== null) {
    assertScript(unlock.length === 0, "Witness requires empty scriptSig")
    return verifyWitness(lock, witness, input)
  }
  if (getOutputKind(lock)._tag === "ScriptHash") {
    assertScript(isPushOnly(unlock), "Only push operators allowed in signatures")
    const redeem = pushed.pop() ?? new Uint8Array()
    if (parseWitnessProgram(redeem) !== null) {
      // The only push is the redeem script: a relaying node could change any other part.
      assertScript(unlock.length === redeem.length + 1, "Witness requires only-redeemscript scriptSig")
      return verifyWitness(redeem, witness, input)
    }
    runScript(redeem, pushed, legacy, input)
    assertScript(isTrue(pushed.at(-1) ?? new Uint8Array()), falseResult)
    assertScript(pushed.length === 1, uncleanStack)
  } else assertScript(stack.length === 1, uncleanStack)
  assertScript(witness.length === 0, "Witness provided for non-witness script")
}

const verifyWitness = (lock: Uint8Array, witness: readonly Uint8Array[], input: InputContext): void => {
  const kind = getOutputKind(lock)
  switch (kind._tag) {
    case "WitnessKeyHash": {
      assertScript(witness.length === 2, programMismatch)
      const payToKeyHash = Uint8Array.from([0x76, 0xa9, 20, ...kind.hash, 0x88, 0xac])
      return runWitness(payToKeyHash, witness, { _tag: "Witness" }, input)
    }
    case "WitnessScriptHash": {
      const script = witness.at(-1)
      assertScript(script !== undefined, "Witness program was passed an empty witness")
      assertScript(isEqualBytes(crypto.sha256(script), kind.hash), programMismatch)
      return runWitness(script, witness.slice(0, -1), { _tag: "Witness" }, input)
    }
    case "Taproot":
      return verifyTaproot(kind.key, witness, input)
    case "FutureWitness":
      return assertScript(false, "Witness version reserved for soft-fork upgrades")
    default:
      return assertScript(false, "Witness program has incorrect length")
  }
}

const verifyTaproot = (key: Uint8Array, witness: readonly Uint8Array[], input: InputContext): void => {
  const [signature = new Uint8Array(), ...others] = witness
  assertScript(witness.length > 0, "Witness program was passed an empty witness")
  if (others.length === 0) return requireSchnorr({ input, signature, key })

  const control = witness.at(-1) ?? new Uint8Array()
  const script = witness.at(-2) ?? new Uint8Array()
  const size = control.length - 33
  assertScript(size >= 0 && size % 32 === 0 && size <= 32 * 128, "Invalid Taproot control block size")
  const [head = 0] = control
  const leafHash = tapleafHash({ output: script, version: head & 0xfe })
  assertScript(isCommitted(key, control, leafHash), programMismatch)
  assertScript((head & 0xfe) === 0xc0, "Taproot version reserved for soft-fork upgrades")
  const budget = 50 + getSerializedSize(witness)
  runWitness(script, witness.slice(0, -2), { _tag: "Tapscript", leafHash, budget }, input)
}

/** Returns whether the output's key is derived from the control block's key and the leaf's tree. */
const isCommitted = (key: Uint8Array, control: Uint8Array, leafHash: Uint8Array): boolean => {
  const inner = control.subarray(1, 33)
  const tweak = tapTweakHash(inner, rootHashFromPath(control, leafHash))
  try {
    const tweaked = xOnlyPointAddTweak(inner, tweak)
    return (
      tweaked !== null && isEqualBytes(tweaked.xOnlyPubkey, key) && tweaked.parity === ((control[0] ?? 0) & 1)
    )
  } catch {
    // Not a point of the curve.
    return false
  }
}

const runWitness = (
  script: Uint8Array,
  items: readonly Uint8Array[],
  version: ScriptVersion,
  input: InputContext,
): void => {
  assertScript(
    items.every(({ length }) => length <= 520),
    "Push value size limit exceeded",
  )
  const stack = [...items]
  runScript(script, stack, version, input)
  assertScript(stack.length === 1, uncleanStack)
  assertScript(isTrue(stack[0] ?? new Uint8Array()), falseResult)
}

/** Returns the bytes of a witness on the wire. */
const getSerializedSize = (witness: readonly Uint8Array[]): number =>
  witness.reduce(
    (sum, { length }) => sum + getCompactSizeLength(length) + length,
    getCompactSizeLength(witness.length),
  )

const getCompactSizeLength = (size: number): number => (size < 0xfd ? 1 : size <= 0xffff ? 3 : 5)
