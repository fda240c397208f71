import { createHash } from "node:crypto"
import { assertScript } from "./ScriptFailed.ts"
import { isTrue, type ScriptMachine } from "./ScriptMachine.ts"

/** An operation. `runs` is false in a skipped branch, where only OP_IF and related opcodes are called. */
type ScriptOperation = (machine: ScriptMachine, runs: boolean) => void

const hashBytes = (name: string, bytes: Uint8Array): Uint8Array =>
  new Uint8Array(createHash(name).update(bytes).digest())

const replaceBy =
  (change: (item: Uint8Array) => Uint8Array): ScriptOperation =>
  ({ pop, push }) =>
    push(change(pop()))

const combine =
  (join: (left: number, right: number) => number | boolean): ScriptOperation =>
  ({ popNumber, push }) => {
    const right = popNumber()
    push(join(popNumber(), right))
  }

const equal: ScriptOperation = ({ pop, push }) => {
  push(Buffer.compare(pop(), pop()) === 0)
}

/** Makes the VERIFY variant of an operation: it consumes the result and fails when it is false. */
const withVerify =
  (name: string, operation: ScriptOperation): ScriptOperation =>
  (machine, runs) => {
    operation(machine, runs)
    assertScript(isTrue(machine.pop()), `Script failed an ${name} operation`)
  }

const checkSignature: ScriptOperation = ({ pop, push, checkSignature: check, version }) => {
  const key = pop()
  const signature = pop()
  const isBy = check(signature, key)
  // A tapscript has thrown already.
  assertScript(isBy || signature.length === 0 || version._tag === "Tapscript", nonNullSignature)
  push(isBy)
}

const nonNullSignature = "Signature must be zero for failed CHECK(MULTI)SIG operation"

const checkSignatureAdd: ScriptOperation = ({ pop, popNumber, push, checkSignature: check, version }) => {
  assertScript(version._tag === "Tapscript", "Opcode missing or not understood")
  const key = pop()
  const sum = popNumber()
  push(sum + (check(pop(), key) ? 1 : 0))
}

/** Signatures and keys are each in order; every signature needs its own key. */
const checkMultisig: ScriptOperation = ({ pop, popNumber, push, count, checkSignature: check, version }) => {
  assertScript(version._tag !== "Tapscript", "OP_CHECKMULTISIG(VERIFY) is not available in tapscript")
  const total = popNumber()
  assertScript(total >= 0 && total <= 20, "Pubkey count negative or limit exceeded")
  count(total)
  const keys = Array.from({ length: total }, pop)
  const required = popNumber()
  assertScript(required >= 0 && required <= total, "Signature count negative or greater than pubkey count")
  const signatures = Array.from({ length: required }, pop)
  let found = 0
  for (const [used, key] of keys.entries()) {
    const signature = signatures[found]
    // All signatures match, or fewer keys than signatures are left.
    if (signature === undefined || total - used < required - found) break
    if (check(signature, key)) found += 1
  }
  const isBy = found === required
  assertScript(isBy || signatures.every(({ length }) => length === 0), nonNullSignature)
  assertScript(pop().length === 0, "Dummy CHECKMULTISIG argument must be zero")
  push(isBy)
}

const unbalancedConditional = "Invalid OP_IF construction"

const branch =
  (wanted: boolean): ScriptOperation =>
  ({ branches, stack, version }, runs) => {
    if (!runs) {
      branches.push(false)
      return
    }
    const condition = stack.pop()
    assertScript(condition !== undefined, unbalancedConditional)
    const isMinimal = condition.length === 0 || (condition.length === 1 && condition[0] === 1)
    const where = version._tag === "Tapscript" ? " in tapscript" : ""
    assertScript(version._tag === "Legacy" || isMinimal, `OP_IF/NOTIF argument must be minimal${where}`)
    branches.push(isTrue(condition) === wanted)
  }

const elseBranch: ScriptOperation = ({ branches }) => {
  const last = branches.pop()
  assertScript(last !== undefined, unbalancedConditional)
  branches.push(!last)
}

const endBranch: ScriptOperation = ({ branches }) => {
  assertScript(branches.pop() !== undefined, unbalancedConditional)
}

const peekItem = ({ pop, push }: ScriptMachine): Uint8Array => {
  const item = pop()
  push(item)
  return item
}

const doubleTwo: ScriptOperation = ({ pop, push }) => {
  const last = pop()
  const before = pop()
  for (const item of [before, last, before, last]) push(item)
}

const smallNumbers = Array.from({ length: 16 }, (_, n): readonly [number, ScriptOperation] => [
  0x51 + n,
  ({ push }) => push(n + 1),
])

/** Operations by opcode. Source: the wiki's table of Script; BIP-65, BIP-112, BIP-342. */
export const operations: ReadonlyMap<number, ScriptOperation> = new Map<number, ScriptOperation>([
  ...smallNumbers,
  [0x4f, ({ push }) => push(-1)],
  [0x61, () => {}],
  [0x63, branch(true)],
  [0x64, branch(false)],
  [0x67, elseBranch],
  [0x68, endBranch],
  [0x69, withVerify("OP_VERIFY", () => {})],
  [0x6a, () => assertScript(false, "OP_RETURN was encountered")],
  [0x6b, ({ alternate, pop }) => void alternate.push(pop())],
  [
    0x6c,
    ({ alternate, push }) => {
      const item = alternate.pop()
      assertScript(item !== undefined, "Operation not valid with the current altstack size")
      push(item)
    },
  ],
  [0x6d, ({ pop }) => void [pop(), pop()]],
  [0x6e, doubleTwo],
  [0x73, (machine) => isTrue(peekItem(machine)) && machine.push(peekItem(machine))],
  [0x75, ({ pop }) => void pop()],
  [0x76, (machine) => machine.push(peekItem(machine))],
  [
    0x7c,
    ({ pop, push }) => {
      const last = pop()
      const before = pop()
      push(last)
      push(before)
    },
  ],
  [0x82, (machine) => machine.push(peekItem(machine).length)],
  [0x87, equal],
  [0x88, withVerify("OP_EQUALVERIFY", equal)],
  [0x92, ({ popNumber, push }) => push(popNumber() !== 0)],
  [0x93, combine((left, right) => left + right)],
  [0x9a, combine((left, right) => left !== 0 && right !== 0)],
  [0x9b, combine((left, right) => left !== 0 || right !== 0)],
  [0x9c, combine((left, right) => left === right)],
  [
    0x9d,
    withVerify(
      "OP_NUMEQUALVERIFY",
      combine((left, right) => left === right),
    ),
  ],
  [0xa6, replaceBy((item) => hashBytes("ripemd160", item))],
  [0xa8, replaceBy((item) => hashBytes("sha256", item))],
  [0xa9, replaceBy((item) => hashBytes("ripemd160", hashBytes("sha256", item)))],
  [0xaa, replaceBy((item) => hashBytes("sha256", hashBytes("sha256", item)))],
  [0xac, checkSignature],
  [0xad, withVerify("OP_CHECKSIGVERIFY", checkSignature)],
  [0xae, checkMultisig],
  [0xaf, withVerify("OP_CHECKMULTISIGVERIFY", checkMultisig)],
  [0xb1, (machine) => machine.requireLockTime(peekNumber(machine))],
  [0xb2, (machine) => machine.requireSequence(peekNumber(machine))],
  [0xba, checkSignatureAdd],
])

/** Reads a lock time of up to five bytes, more than the four of other numbers. */
const peekNumber = (machine: ScriptMachine): number => {
  const item = peekItem(machine)
  const number = machine.popNumber(5)
  machine.push(item)
  return number
}
