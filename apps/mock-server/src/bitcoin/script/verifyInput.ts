import { xOnlyPointAddTweak } from "@bitcoinerlab/secp256k1"
import { crypto } from "bitcoinjs-lib"
import { rootHashFromPath, tapleafHash, tapTweakHash } from "bitcoinjs-lib/src/payments/bip341"
import { isSame } from "../transaction/bytes.ts"
import { isPushOnly } from "./instructions.ts"
import { outputKind, witnessProgram } from "./outputKind.ts"
import { runScript } from "./runScript.ts"
import { mustHold } from "./ScriptFailed.ts"
import { isTrue, type ScriptVersion } from "./ScriptMachine.ts"
import { type InputContext, requireSchnorrBy } from "./SignatureCheck.ts"

const falseResult = "Script evaluated without error but finished with a false/empty top stack element"
const unclean = "Stack size must be exactly one after execution"
const mismatch = "Witness program hash mismatch"

/**
 * Whether an input may spend its coin: its scripts, its witness and their signatures.
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
  mustHold(isTrue(stack.at(-1) ?? new Uint8Array()), falseResult)

  if (witnessProgram(lock) !== null) {
    mustHold(unlock.length === 0, "Witness requires empty scriptSig")
    return verifyWitness(lock, witness, input)
  }
  if (outputKind(lock)._tag === "ScriptHash") {
    mustHold(isPushOnly(unlock), "Only push operators allowed in signatures")
    const redeem = pushed.pop() ?? new Uint8Array()
    if (witnessProgram(redeem) !== null) {
      // One push, of the redeem script: anything else could be changed by whoever relays it.
      mustHold(unlock.length === redeem.length + 1, "Witness requires only-redeemscript scriptSig")
      return verifyWitness(redeem, witness, input)
    }
    runScript(redeem, pushed, legacy, input)
    mustHold(isTrue(pushed.at(-1) ?? new Uint8Array()), falseResult)
    mustHold(pushed.length === 1, unclean)
  } else mustHold(stack.length === 1, unclean)
  mustHold(witness.length === 0, "Witness provided for non-witness script")
}

const verifyWitness = (lock: Uint8Array, witness: readonly Uint8Array[], input: InputContext): void => {
  const kind = outputKind(lock)
  switch (kind._tag) {
    case "WitnessKeyHash": {
      mustHold(witness.length === 2, mismatch)
      const payToKeyHash = Uint8Array.from([0x76, 0xa9, 20, ...kind.hash, 0x88, 0xac])
      return runWitness(payToKeyHash, witness, { _tag: "Witness" }, input)
    }
    case "WitnessScriptHash": {
      const script = witness.at(-1)
      mustHold(script !== undefined, "Witness program was passed an empty witness")
      mustHold(isSame(crypto.sha256(script), kind.hash), mismatch)
      return runWitness(script, witness.slice(0, -1), { _tag: "Witness" }, input)
    }
    case "Taproot":
      return verifyTaproot(kind.key, witness, input)
    case "FutureWitness":
      return mustHold(false, "Witness version reserved for soft-fork upgrades")
    default:
      return mustHold(false, "Witness program has incorrect length")
  }
}

const verifyTaproot = (key: Uint8Array, witness: readonly Uint8Array[], input: InputContext): void => {
  const [signature = new Uint8Array(), ...others] = witness
  mustHold(witness.length > 0, "Witness program was passed an empty witness")
  if (others.length === 0) return requireSchnorrBy({ input, signature, key })

  const control = witness.at(-1) ?? new Uint8Array()
  const script = witness.at(-2) ?? new Uint8Array()
  const size = control.length - 33
  mustHold(size >= 0 && size % 32 === 0 && size <= 32 * 128, "Invalid Taproot control block size")
  const [head = 0] = control
  const leafHash = tapleafHash({ output: script, version: head & 0xfe })
  mustHold(isCommitted(key, control, leafHash), mismatch)
  mustHold((head & 0xfe) === 0xc0, "Taproot version reserved for soft-fork upgrades")
  const budget = 50 + serializedSize(witness)
  runWitness(script, witness.slice(0, -2), { _tag: "Tapscript", leafHash, budget }, input)
}

/** Whether the output's key was made of the control block's key and the tree that the leaf is in. */
const isCommitted = (key: Uint8Array, control: Uint8Array, leafHash: Uint8Array): boolean => {
  const inner = control.subarray(1, 33)
  const tweak = tapTweakHash(inner, rootHashFromPath(control, leafHash))
  try {
    const tweaked = xOnlyPointAddTweak(inner, tweak)
    return tweaked !== null && isSame(tweaked.xOnlyPubkey, key) && tweaked.parity === ((control[0] ?? 0) & 1)
  } catch {
    // No point of the curve.
    return false
  }
}

const runWitness = (
  script: Uint8Array,
  items: readonly Uint8Array[],
  version: ScriptVersion,
  input: InputContext,
): void => {
  mustHold(
    items.every(({ length }) => length <= 520),
    "Push value size limit exceeded",
  )
  const stack = [...items]
  runScript(script, stack, version, input)
  mustHold(stack.length === 1, unclean)
  mustHold(isTrue(stack[0] ?? new Uint8Array()), falseResult)
}

/** Bytes of a witness on the wire. */
const serializedSize = (witness: readonly Uint8Array[]): number =>
  witness.reduce((sum, { length }) => sum + sizeOfSize(length) + length, sizeOfSize(witness.length))

const sizeOfSize = (size: number): number => (size < 0xfd ? 1 : size <= 0xffff ? 3 : 5)
