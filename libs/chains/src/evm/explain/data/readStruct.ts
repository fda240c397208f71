import { type Hex, isAddress, isHexBytes } from "../../Hex.ts"
import { type AbiType, elementaryType } from "./AbiType.ts"
import type { StructTypes } from "./TypedData.ts"
import type { Struct, Value } from "./Value.ts"

const deepest = 32
const mostValues = 20_000

/**
 * Reads JSON as a struct type says. What wallets read in different ways, such as a number that JSON cannot hold exactly,
 * is refused. @returns `null` where it does not fit.
 */
export const readStruct = (json: unknown, type: string, types: StructTypes): Struct | null => {
  const left = { values: mostValues }
  const value = structOf(json, type, { types, left, depth: 0 })
  return value
}

interface Reading {
  readonly types: StructTypes
  readonly left: { values: number }
  readonly depth: number
}

const structOf = (json: unknown, type: string, reading: Reading): Struct | null => {
  const declared = reading.types.get(type)
  if (declared === undefined || typeof json !== "object" || json === null) return null
  const members = new Map<string, Value>()
  for (const member of declared) {
    const value = Object.hasOwn(json, member.name)
      ? valueOf(Reflect.get(json, member.name), member.type, reading)
      : null
    if (value === null || members.has(member.name)) return null
    members.set(member.name, value)
  }
  return { _tag: "Struct", members }
}

const valueOf = (json: unknown, type: string, { depth, left, types }: Reading): Value | null => {
  const deeper = { types, left, depth: depth + 1 }
  if (depth > deepest || left.values-- <= 0) return null
  const [, element, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (element !== undefined) {
    if (!Array.isArray(json) || (length !== "" && json.length !== Number(length))) return null
    const items: Value[] = []
    for (const item of json) {
      const value = valueOf(item, element, deeper)
      if (value === null) return null
      items.push(value)
    }
    return { _tag: "List", items }
  }
  if (types.has(type)) return structOf(json, type, deeper)
  const elementary = elementaryType(type)
  return elementary === null ? null : elementaryValue(json, elementary)
}

const elementaryValue = (json: unknown, type: AbiType): Value | null => {
  switch (type._tag) {
    case "Integer": {
      const value = integerIn(json)
      const fits =
        value !== null &&
        (type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value)) === value
      return fits ? { _tag: "Integer", value } : null
    }
    case "Address":
      return isAddress(json) ? { _tag: "Address", address: lowerCase(json) } : null
    case "Flag":
      return typeof json === "boolean" ? { _tag: "Flag", value: json } : null
    case "Bytes":
      return isHexBytes(json) && (type.size === null || json.length === 2 + type.size * 2)
        ? { _tag: "Bytes", hex: lowerCase(json) }
        : null
    case "Text":
      return typeof json === "string" && json.isWellFormed() ? { _tag: "Text", text: json } : null
    default:
      return null
  }
}

const integerIn = (json: unknown): bigint | null => {
  if (typeof json === "number") return Number.isSafeInteger(json) ? BigInt(json) : null
  if (typeof json !== "string") return null
  return /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(json) ? BigInt(json) : null
}

const lowerCase = (hex: Hex): Hex => `0x${hex.slice(2).toLowerCase()}`
