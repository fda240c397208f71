import { script as bitcoinScript, Transaction } from "bitcoinjs-lib"
import { isMinimalPush, parseScript, type ScriptInstruction } from "./instructions.ts"
import { lockTimeThreshold, sequenceDisabled, sequenceIsTime, sequenceMask } from "./lockTime.ts"
import { operations } from "./operations.ts"
import { assertScript, ScriptFailed } from "./ScriptFailed.ts"
import type { ScriptMachine, ScriptVersion } from "./ScriptMachine.ts"
import { type InputContext, requireSchnorr, verifyEcdsa } from "./SignatureCheck.ts"

const maxItemBytes = 520
const maxStackItems = 1000
const maxOperations = 201
const maxScriptBytes = 10_000

const encodeNumber = bitcoinScript.number.encode

/**
 * Runs a script on a stack, in place, by the rules of the mempool. It implements the operations of wallets and
 * miniscript and rejects others by name.
 * @throws ScriptFailed
 */
export const runScript = (
  script: Uint8Array,
  stack: Uint8Array[],
  version: ScriptVersion,
  input: InputContext,
): void => {
  const isTapscript = version._tag === "Tapscript"
  assertScript(isTapscript || script.length <= maxScriptBytes, "Script is too big")
  const machine = makeMachine(script, stack, version, input)
  const instructions = parseScript(script)
  requireAllowed(instructions, version)
  for (const instruction of instructions) {
    const { opcode, data } = instruction
    const runs = machine.branches.every(Boolean)
    assertScript((data?.length ?? 0) <= maxItemBytes, "Push value size limit exceeded")
    if (opcode > 0x60) machine.count(1)
    if (data !== null) {
      if (!runs) continue
      assertScript(isMinimalPush(instruction), "Data push larger than necessary")
      stack.push(data)
    } else {
      // Skipped branches are tracked as well.
      const isBranch = opcode >= 0x63 && opcode <= 0x68
      if (!runs && !isBranch) continue
      const operate = operations.get(opcode)
      if (operate === undefined) throw new ScriptFailed({ text: describeUnknownOpcode(opcode) })
      operate(machine, runs)
    }
    assertScript(stack.length + machine.alternate.length <= maxStackItems, "Stack size limit exceeded")
  }
  assertScript(machine.branches.length === 0, "Invalid OP_IF construction")
}

/** Rejects an opcode in any branch, including skipped ones. */
const requireAllowed = (instructions: readonly ScriptInstruction[], version: ScriptVersion): void => {
  for (const { opcode } of instructions) {
    if (version._tag === "Tapscript")
      assertScript(!isSuccessOpcode(opcode), "OP_SUCCESSx reserved for soft-fork upgrades")
    else assertScript(!disabledOpcodes.has(opcode), "Attempted to use a disabled opcode")
    assertScript(opcode !== bitcoinScript.OPS["OP_CODESEPARATOR"], describeUnknownOpcode(opcode))
  }
}

/** Returns whether an opcode is OP_SUCCESSx. Source: BIP-342. */
const isSuccessOpcode = (opcode: number): boolean =>
  opcode === 80 ||
  opcode === 98 ||
  (opcode >= 126 && opcode <= 129) ||
  (opcode >= 131 && opcode <= 134) ||
  (opcode >= 137 && opcode <= 138) ||
  (opcode >= 141 && opcode <= 142) ||
  (opcode >= 149 && opcode <= 153) ||
  (opcode >= 187 && opcode <= 254)

/** OP_CAT and the other opcodes that were disabled in 2010. */
const disabledOpcodes: ReadonlySet<number> = new Set([
  126, 127, 128, 129, 131, 132, 133, 134, 141, 142, 149, 150, 151, 152, 153,
])

const makeMachine = (
  code: Uint8Array,
  stack: Uint8Array[],
  version: ScriptVersion,
  input: InputContext,
): ScriptMachine => {
  let counted = 0
  const pop = () => {
    const item = stack.pop()
    if (item === undefined)
      throw new ScriptFailed({ text: "Operation not valid with the current stack size" })
    return item
  }
  const { transaction, index } = input
  const sequence = transaction.ins[index]?.sequence ?? 0
  return {
    version,
    stack,
    alternate: [],
    branches: [],
    pop,
    popNumber: (bytes = 4) => decodeNumber(pop(), bytes),
    push: (item) => {
      stack.push(item instanceof Uint8Array ? item : encodeNumber(Number(item)))
    },
    count: (operations) => {
      counted += operations
      assertScript(version._tag === "Tapscript" || counted <= maxOperations, "Operation limit exceeded")
    },
    checkSignature: (signature, key) => {
      if (version._tag !== "Tapscript")
        return verifyEcdsa({
          input,
          signature,
          key,
          code,
          version: version._tag === "Witness" ? "witness" : "legacy",
        })
      assertScript(key.length > 0, "Empty public key in tapscript")
      assertScript(key.length === 32, "Public key version reserved for soft-fork upgrades")
      if (signature.length === 0) return false
      version.budget -= 50
      assertScript(version.budget >= 0, "Too much signature validation relative to witness weight")
      requireSchnorr({ input, signature, key, leafHash: version.leafHash })
      return true
    },
    requireLockTime: (lockTime) => {
      assertScript(lockTime >= 0, "Negative locktime")
      const sameKind = lockTime < lockTimeThreshold === transaction.locktime < lockTimeThreshold
      assertScript(
        sameKind && lockTime <= transaction.locktime && sequence !== Transaction.DEFAULT_SEQUENCE,
        "Locktime requirement not satisfied",
      )
    },
    requireSequence: (wanted) => {
      assertScript(wanted >= 0, "Negative locktime")
      // The disable flag (bit 31) of the operand skips the check.
      if ((wanted / sequenceDisabled) % 2 >= 1) return
      const isDisabled = sequence >= sequenceDisabled
      const sameKind = (wanted & sequenceIsTime) === (sequence & sequenceIsTime)
      assertScript(
        transaction.version >= 2 &&
          !isDisabled &&
          sameKind &&
          (wanted & sequenceMask) <= (sequence & sequenceMask),
        "Locktime requirement not satisfied",
      )
    },
  }
}

const decodeNumber = (bytes: Uint8Array, maxBytes: number): number => {
  try {
    return bitcoinScript.number.decode(bytes, maxBytes)
  } catch {
    throw new ScriptFailed({ text: "Script number overflowed or is non-minimally encoded" })
  }
}

const names = new Map(Object.entries(bitcoinScript.OPS).map(([name, opcode]) => [opcode, name]))

/** Reserved opcodes, which have a name and no meaning. */
const reservedOpcodes: ReadonlySet<number> = new Set([0x50, 0x62, 0x65, 0x66, 0x89, 0x8a])
const lastKnownOpcode = 0xba

const describeUnknownOpcode = (opcode: number): string =>
  opcode > lastKnownOpcode || reservedOpcodes.has(opcode)
    ? "Opcode missing or not understood"
    : `This ledger runs no ${names.get(opcode) ?? opcode}`
