import { isMinimalPush, isPushOnly, parseScriptOrNull } from "./instructions.ts"

/** The kinds of output scripts, as bitcoind classifies them. */
export type OutputKind =
  | { readonly _tag: "Key"; readonly key: Uint8Array }
  | { readonly _tag: "KeyHash"; readonly hash: Uint8Array }
  | { readonly _tag: "ScriptHash"; readonly hash: Uint8Array }
  | { readonly _tag: "WitnessKeyHash"; readonly hash: Uint8Array }
  | { readonly _tag: "WitnessScriptHash"; readonly hash: Uint8Array }
  | { readonly _tag: "Taproot"; readonly key: Uint8Array }
  /** A witness program of a future version: payable, not spendable. */
  | { readonly _tag: "FutureWitness"; readonly version: number; readonly program: Uint8Array }
  | { readonly _tag: "Multisig" }
  /** OP_RETURN: an unspendable output that carries data. */
  | { readonly _tag: "Data" }
  | { readonly _tag: "Other" }

/** Classifies an output script. Source: `Solver` of bitcoind. */
export const getOutputKind = (script: Uint8Array): OutputKind => {
  const { length } = script
  if (length === 25 && startsWith(script, [0x76, 0xa9, 20]) && script[23] === 0x88 && script[24] === 0xac)
    return { _tag: "KeyHash", hash: script.subarray(3, 23) }
  if (length === 23 && startsWith(script, [0xa9, 20]) && script[22] === 0x87)
    return { _tag: "ScriptHash", hash: script.subarray(2, 22) }
  const witness = parseWitnessProgram(script)
  if (witness !== null) return getWitnessKind(witness)
  if (script[0] === 0x6a && isPushOnly(script.subarray(1))) return { _tag: "Data" }
  const size = script[0] ?? 0
  if (isKeySize(size) && length === size + 2 && script[length - 1] === 0xac)
    return { _tag: "Key", key: script.subarray(1, -1) }
  return isMultisig(script) ? { _tag: "Multisig" } : { _tag: "Other" }
}

/** Returns the version and the bytes of a witness program. Source: BIP-141. */
export const parseWitnessProgram = (
  script: Uint8Array,
): { readonly version: number; readonly program: Uint8Array } | null => {
  const [opcode = 0xff, size] = script
  const isVersion = opcode === 0 || (opcode >= 0x51 && opcode <= 0x60)
  if (!isVersion || script.length < 4 || script.length > 42 || size !== script.length - 2) return null
  return { version: opcode === 0 ? 0 : opcode - 0x50, program: script.subarray(2) }
}

const getWitnessKind = ({
  version,
  program,
}: {
  readonly version: number
  readonly program: Uint8Array
}): OutputKind => {
  if (version === 0 && program.length === 20) return { _tag: "WitnessKeyHash", hash: program }
  if (version === 0 && program.length === 32) return { _tag: "WitnessScriptHash", hash: program }
  if (version === 0) return { _tag: "Other" }
  if (version === 1 && program.length === 32) return { _tag: "Taproot", key: program }
  return { _tag: "FutureWitness", version, program }
}

const startsWith = (script: Uint8Array, head: readonly number[]): boolean =>
  head.every((byte, at) => script[at] === byte)

const isKeySize = (size: number): boolean => size === 33 || size === 65

const isMultisig = (script: Uint8Array): boolean => {
  const steps = parseScriptOrNull(script) ?? []
  const [first, ...rest] = steps
  const keys = rest.slice(0, -2)
  const [total, check] = rest.slice(-2)
  const required = decodeSmallNumber(first?.opcode)
  return (
    check?.opcode === 0xae &&
    required >= 1 &&
    required <= keys.length &&
    decodeSmallNumber(total?.opcode) === keys.length &&
    keys.every((key) => isMinimalPush(key) && isKeySize(key.data?.length ?? 0))
  )
}

/** Returns 1 to 16 for OP_1 to OP_16; 0 for any other opcode. */
const decodeSmallNumber = (opcode = 0): number => (opcode >= 0x51 && opcode <= 0x60 ? opcode - 0x50 : 0)
