import { ScriptFailed } from "./ScriptFailed.ts"

/** One instruction of a script: an opcode, with the bytes of a push. */
export interface ScriptInstruction {
  readonly opcode: number
  readonly data: Uint8Array | null
}

const pushData1 = 0x4c
const pushData4 = 0x4e

/**
 * Splits a script into its instructions.
 * @throws ScriptFailed when a push exceeds the end.
 */
export const parseScript = (script: Uint8Array): readonly ScriptInstruction[] => {
  const instructions: ScriptInstruction[] = []
  let at = 0
  while (at < script.length) {
    const opcode = script[at] ?? 0
    at += 1
    if (opcode > pushData4) {
      instructions.push({ opcode, data: null })
      continue
    }
    let length = opcode
    if (opcode >= pushData1) {
      const width = 2 ** (opcode - pushData1)
      length = readLittleEndian(script.subarray(at, at + width))
      at += width
    }
    if (at + length > script.length) throw new ScriptFailed({ text: "Opcode missing or not understood" })
    instructions.push({ opcode, data: script.subarray(at, at + length) })
    at += length
  }
  return instructions
}

/** Splits a script without running it; `null` when it does not parse. */
export const parseScriptOrNull = (script: Uint8Array): readonly ScriptInstruction[] | null => {
  try {
    return parseScript(script)
  } catch {
    return null
  }
}

const readLittleEndian = (bytes: Uint8Array): number =>
  bytes.reduceRight((number, byte) => number * 256 + byte, 0)

/** Returns whether the script only pushes. `OP_RESERVED` counts as a push, as in bitcoind. */
export const isPushOnly = (script: Uint8Array): boolean =>
  parseScriptOrNull(script)?.every(({ opcode }) => opcode <= 0x60) ?? false

/** Returns whether the push is the shortest one for its bytes. Source: BIP-62, rule 3. */
export const isMinimalPush = ({ opcode, data }: ScriptInstruction): boolean => {
  if (data === null) return true
  const { length } = data
  const [byte = 0] = data
  if (length === 0) return opcode === 0
  if (length === 1 && ((byte >= 1 && byte <= 16) || byte === 0x81)) return false
  if (length < pushData1) return opcode === length
  return opcode === pushData1 + (length <= 0xff ? 0 : length <= 0xffff ? 1 : 2)
}
