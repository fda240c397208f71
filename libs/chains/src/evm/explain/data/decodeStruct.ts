import { hasKey } from "@wmodal/protocol"
import type { AbiParameter } from "viem"
import { arrayRegex, bytesRegex, getAddress, integerRegex } from "viem/utils"
import { isHexAddress, isHexBytes } from "../../Hex.ts"

const maxStructDepth = 32
const maxValues = 20_000

/** How many values may follow. */
interface Left {
  values: number
  structs: number
}

/**
 * Decodes JSON as a structure. Rejects values that wallets decode in different ways, such as a number that JSON cannot
 * hold exactly: viem takes most of them. @param maxStructs the maximum number of structures
 * @returns the value in viem's form, numbers as `bigint`; `null` if the JSON does not match the type.
 */
export const decodeStruct = (
  json: unknown,
  components: readonly AbiParameter[],
  maxStructs: number,
): Readonly<Record<string, unknown>> | null =>
  decodeMembers(json, components, { values: maxValues, structs: maxStructs }, 0)

const decodeMembers = (
  json: unknown,
  components: readonly AbiParameter[],
  left: Left,
  depth: number,
): Readonly<Record<string, unknown>> | null => {
  if (left.structs-- <= 0 || typeof json !== "object" || json === null) return null
  const members: Record<string, unknown> = {}
  for (const component of components) {
    const { name = "" } = component
    const value = Object.hasOwn(json, name)
      ? decodeValue(Reflect.get(json, name), component, left, depth)
      : null
    if (value === null) return null
    members[name] = value
  }
  return members
}

const decodeValue = (json: unknown, param: AbiParameter, left: Left, depth: number): unknown => {
  if (depth > maxStructDepth || left.values-- <= 0) return null
  const [, element, length] = arrayRegex.exec(param.type) ?? []
  if (element !== undefined) {
    if (!Array.isArray(json) || (length !== "" && json.length !== Number(length))) return null
    const items: unknown[] = []
    for (const item of json) {
      const value = decodeValue(item, { ...param, type: element }, left, depth + 1)
      if (value === null) return null
      items.push(value)
    }
    return items
  }
  return hasKey(param, "components")
    ? decodeMembers(json, param.components, left, depth + 1)
    : decodeElementaryValue(json, param.type)
}

const decodeElementaryValue = (json: unknown, type: string): unknown => {
  const [isInteger, sign, bits = 256] = integerRegex.exec(type) ?? []
  if (isInteger !== undefined) {
    const value = decodeInteger(json)
    const [size, signed] = [Number(bits), sign === "int"]
    return value === (signed ? BigInt.asIntN(size, value ?? 0n) : BigInt.asUintN(size, value ?? 0n))
      ? value
      : null
  }
  const [isBytes, size] = bytesRegex.exec(type) ?? []
  if (isBytes !== undefined)
    return isHexBytes(json) && (size === undefined || json.length === 2 + Number(size) * 2)
      ? json.toLowerCase()
      : null
  switch (type) {
    case "address":
      return isHexAddress(json) ? getAddress(json) : null
    case "bool":
      return typeof json === "boolean" ? json : null
    default:
      return typeof json === "string" && !/\p{Surrogate}/u.test(json) ? json : null
  }
}

const decodeInteger = (json: unknown): bigint | null => {
  if (typeof json === "number") return Number.isSafeInteger(json) ? BigInt(json) : null
  if (typeof json !== "string") return null
  return /^(-?\d{1,78}|0x[0-9a-fA-F]{1,64})$/.test(json) ? BigInt(json) : null
}
