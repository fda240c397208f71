import { script as bitcoinScript } from "bitcoinjs-lib"
import { type Instruction, readScript } from "../script/instructions.ts"
import { toHex } from "../transaction/bytes.ts"

/** Names that differ from bitcoinjs-lib's. */
const ownNames: ReadonlyMap<number, string> = new Map([
  [0x4f, "OP_PUSHNUM_NEG1"],
  ...Array.from({ length: 16 }, (_, n) => [0x51 + n, `OP_PUSHNUM_${n + 1}`] as const),
  [0xb1, "OP_CLTV"],
  [0xb2, "OP_CSV"],
])

const names: ReadonlyMap<number, string> = new Map<number, string>([
  ...Object.entries(bitcoinScript.OPS).map(([name, opcode]) => [Number(opcode), name] as const),
  ...ownNames,
])

/** A script in words, as block explorers over electrs write it; empty where it cannot be read. */
export const asmOf = (script: Uint8Array): string => (readScript(script) ?? []).map(word).join(" ")

const word = ({ opcode, data }: Instruction): string => {
  if (opcode === 0) return "OP_0"
  if (data === null) return names.get(opcode) ?? `OP_RETURN_${opcode}`
  const name = opcode <= 75 ? `OP_PUSHBYTES_${opcode}` : (names.get(opcode) ?? "")
  return `${name} ${toHex(data)}`.trimEnd()
}
