import { type Hex, textToHex } from "../../Hex.ts"
import { keccak256 } from "../../keccak.ts"
import { type AbiType, elementaryType, listsOf, type Tuple, typeInWords } from "./AbiType.ts"

/** A function, as a format key of a descriptor names it: with the names of its parameters. */
export interface Signature {
  /** 0x and 8 digits. */
  readonly selector: Hex
  readonly inputs: Tuple
}

/** Longer ones are nobody's function, and would keep the reader busy. */
const longest = 4000
const deepest = 16

/** Reads `swap(address executor, (address token, uint256 amount)[] parts)`; `null` where it is none. */
export const readSignature = (text: string): Signature | null => {
  const [, name, parameters] = /^\s*([A-Za-z_$][\w$]*)\s*(\(.*\))\s*$/s.exec(text) ?? []
  if (name === undefined || parameters === undefined || text.length > longest) return null
  const tokens = parameters.match(/[(),]|(\[\d*\])+|[A-Za-z_$][\w$]*|\s+|./gs) ?? []
  const inputs = readTuple({ tokens: tokens.filter((token) => token.trim() !== ""), at: 0 })
  if (inputs === null) return null
  return {
    selector: `0x${keccak256(textToHex(name + typeInWords(inputs))).slice(2, 10)}`,
    inputs,
  }
}

interface Cursor {
  readonly tokens: readonly string[]
  at: number
}

const readTuple = (cursor: Cursor): Tuple | null => {
  const tuple = readMembers(cursor, 0)
  return cursor.at === cursor.tokens.length ? tuple : null
}

const readMembers = (cursor: Cursor, depth: number): Tuple | null => {
  const members: { readonly name: string; readonly type: AbiType }[] = []
  if (depth > deepest || cursor.tokens[cursor.at++] !== "(") return null
  if (cursor.tokens[cursor.at] === ")") {
    cursor.at++
    return { _tag: "Tuple", members }
  }
  for (;;) {
    const type = readType(cursor, depth)
    if (type === null) return null
    const next = cursor.tokens[cursor.at] ?? ""
    const isNamed = /^[A-Za-z_$]/.test(next)
    if (isNamed) cursor.at++
    const name = isNamed ? next : ""
    if (name !== "" && members.some((member) => member.name === name)) return null
    members.push({ name, type })
    const end = cursor.tokens[cursor.at++]
    if (end === ")") return { _tag: "Tuple", members }
    if (end !== ",") return null
  }
}

const readType = (cursor: Cursor, depth: number): AbiType | null => {
  const token = cursor.tokens[cursor.at] ?? ""
  if (token === "tuple") cursor.at++
  const isTuple = cursor.tokens[cursor.at] === "("
  const type = isTuple ? readMembers(cursor, depth + 1) : elementaryType(token)
  if (!isTuple) cursor.at++
  const brackets = cursor.tokens[cursor.at] ?? ""
  if (type === null || !brackets.startsWith("[")) return type
  cursor.at++
  return listsOf(type, brackets)
}
