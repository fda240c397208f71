import { type Hex, isHexAddress, isHexBytes } from "../../Hex.ts"
import { type AbiType, parseElementaryType } from "./AbiType.ts"
import type { AbiValue, StructValue } from "./AbiValue.ts"
import type { StructTypes } from "./DecodedTypedData.ts"

const maxStructDepth = 32
const maxValues = 20_000

/**
 * Decodes JSON as a struct type. Rejects values that wallets decode in different ways, such as a number that JSON
 * cannot hold exactly.
 * @returns `null` if the JSON does not match the type.
 */
export const decodeStruct = (json: unknown, type: string, types: StructTypes): StructValue | null => {
  const left = { values: maxValues }
  const value = decodeStructAt(json, type, { types, left, depth: 0 })
  return value
}

interface DecodeState {
  readonly types: StructTypes
  readonly left: { values: number }
  readonly depth: number
}

const decodeStructAt = (json: unknown, type: string, reading: DecodeState): StructValue | null => {
  const declared = reading.types.get(type)
  if (declared === undefined || typeof json !== "object" || json === null) return null
  const members = new Map<string, AbiValue>()
  for (const member of declared) {
    const value = Object.hasOwn(json, member.name)
      ? decodeValue(Reflect.get(json, member.name), member.type, reading)
      : null
    if (value === null || members.has(member.name)) return null
    members.set(member.name, value)
  }
  return { _tag: "Struct", members }
}

const decodeValue = (json: unknown, type: string, { depth, left, types }: DecodeState): AbiValue | null => {
  const deeper = { types, left, depth: depth + 1 }
  if (depth > maxStructDepth || left.values-- <= 0) return null
  const [, element, length] = /^(.+)\[(\d*)\]$/.exec(type) ?? []
  if (element !== undefined) {
    if (!Array.isArray(json) || (length !== "" && json.length !== Number(length))) return null
    const items: AbiValue[] = []
    for (const item of json) {
      const value = decodeValue(item, element, deeper)
      if (value === null) return null
      items.push(value)
    }
    return { _tag: "List", items }
  }
  if (types.has(type)) return decodeStructAt(json, type, deeper)
  const elementary = parseElementaryType(type)
  return elementary === null ? null : decodeElementaryValue(json, elementary)
}

const decodeElementaryValue = (json: unknown, type: AbiType): AbiValue | null => {
  switch (type._tag) {
    case "Integer": {
      const value = decodeInteger(json)
      const fits =
        value !== null &&
        (type.signed ? BigInt.asIntN(type.bits, value) : BigInt.asUintN(type.bits, value)) === value
      return fits ? { _tag: "Integer", value } : null
    }
    case "Address":
      return isHexAddress(json) ? { _tag: "Address", address: toLowerCaseHex(json) } : null
    case "Flag":
      return typeof json === "boolean" ? { _tag: "Flag", value: json } : null
    case "Bytes":
      return isHexBytes(json) && (type.size === null || json.length === 2 + type.size * 2)
        ? { _tag: "Bytes", hex: toLowerCaseHex(json) }
        : null
    case "Text":
      return typeof json === "string" && !/\p{Surrogate}/u.test(json) ? { _tag: "Text", text: json } : null
    default:
      return null
  }
}

const decodeInteger = (json: unknown): bigint | null => {
  if (typeof json === "number") return Number.isSafeInteger(json) ? BigInt(json) : null
  if (typeof json !== "string") return null
  return /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(json) ? BigInt(json) : null
}

const toLowerCaseHex = (hex: Hex): Hex => `0x${hex.slice(2).toLowerCase()}`
