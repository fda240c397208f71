import { encodeTextHex, type Hex } from "../../Hex.ts"
import { keccak256 } from "../../keccak.ts"
import { type AbiType, formatAbiType, parseElementaryType, type TupleType, toListType } from "./AbiType.ts"

/** A function in the form of a descriptor's format key: with the names of its parameters. */
export interface FunctionSignature {
  /** 0x and 8 digits. */
  readonly selector: Hex
  readonly inputs: TupleType
}

/** The maximum length of a signature. It bounds the parsing time; real functions are shorter. */
const maxSignatureLength = 4000
const maxTupleDepth = 16

/** Parses `swap(address executor, (address token, uint256 amount)[] parts)`; `null` if it is not a signature. */
export const parseSignature = (text: string): FunctionSignature | null => {
  const [, name, parameters] = /^\s*([A-Za-z_$][\w$]*)\s*(\(.*\))\s*$/s.exec(text) ?? []
  if (name === undefined || parameters === undefined || text.length > maxSignatureLength) return null
  const tokens = parameters.match(/[(),]|(\[\d*\])+|[A-Za-z_$][\w$]*|\s+|./gs) ?? []
  const inputs = parseTuple({ tokens: tokens.filter((token) => token.trim() !== ""), at: 0 })
  if (inputs === null) return null
  return {
    selector: `0x${keccak256(encodeTextHex(name + formatAbiType(inputs))).slice(2, 10)}`,
    inputs,
  }
}

interface TokenCursor {
  readonly tokens: readonly string[]
  at: number
}

const parseTuple = (cursor: TokenCursor): TupleType | null => {
  const tuple = parseMembers(cursor, 0)
  return cursor.at === cursor.tokens.length ? tuple : null
}

const parseMembers = (cursor: TokenCursor, depth: number): TupleType | null => {
  const members: { readonly name: string; readonly type: AbiType }[] = []
  if (depth > maxTupleDepth || cursor.tokens[cursor.at++] !== "(") return null
  if (cursor.tokens[cursor.at] === ")") {
    cursor.at++
    return { _tag: "Tuple", members }
  }
  for (;;) {
    const type = parseType(cursor, depth)
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

const parseType = (cursor: TokenCursor, depth: number): AbiType | null => {
  const token = cursor.tokens[cursor.at] ?? ""
  if (token === "tuple") cursor.at++
  const isTuple = cursor.tokens[cursor.at] === "("
  const type = isTuple ? parseMembers(cursor, depth + 1) : parseElementaryType(token)
  if (!isTuple) cursor.at++
  const brackets = cursor.tokens[cursor.at] ?? ""
  if (type === null || !brackets.startsWith("[")) return type
  cursor.at++
  return toListType(type, brackets)
}
