import { hasKey } from "@wmodal/protocol"
import type { AbiParameter } from "viem"
import { arrayRegex, getAddress, toHex } from "viem/utils"
import { type Hex, isHexBytes } from "../../Hex.ts"

/** A value as viem decodes it, and its type. Text is unsanitized. */
export interface AbiValue {
  readonly param: AbiParameter
  readonly value: unknown
}

/** Returns the elements of a list; `null` for another value. */
export const getItems = ({ param, value }: AbiValue): readonly AbiValue[] | null => {
  const type = arrayRegex.exec(param.type)?.[1]
  return type !== undefined && Array.isArray(value)
    ? value.map((item: unknown) => ({ param: { ...param, type }, value: item }))
    : null
}

/** Returns the named members of a structure in their order; `null` for another value. */
export const getMembers = ({
  param,
  value,
}: AbiValue): readonly (readonly [name: string, member: AbiValue])[] | null =>
  param.type === "tuple" && hasKey(param, "components")
    ? param.components.flatMap((component, at) => {
        const { name = "" } = component
        // viem decodes a structure as a list if one of its members has no name.
        const member: unknown = Array.isArray(value) ? value[at] : Reflect.get(Object(value), name)
        return name === "" ? [] : [[name, { param: component, value: member }] as const]
      })
    : null

export const getMember = (value: AbiValue, name: string): AbiValue | undefined =>
  getMembers(value)?.find(([called]) => called === name)?.[1]

/** Returns the digits of bytes with 0x; `null` for another value. */
export const getBytes = ({ param, value }: AbiValue): Hex | null =>
  param.type.startsWith("bytes") && isHexBytes(value) ? value : null

/** Returns a checksummed address; `null` for a value of another type. */
export const getAddressText = ({ param, value }: AbiValue): string | null =>
  param.type === "address" && typeof value === "string" ? value : null

/** Returns the number; `null` for a value of another type. */
export const getInteger = ({ value }: AbiValue): bigint | null =>
  typeof value === "bigint" || typeof value === "number" ? BigInt(value) : null

/** Converts a literal of a descriptor: a number, an address, other bytes, or text. `null` if it is none of these. */
export const toLiteralValue = (literal: unknown): AbiValue | null => {
  if (typeof literal === "boolean") return { param: { type: "bool" }, value: literal }
  if (typeof literal === "number") {
    return Number.isSafeInteger(literal)
      ? { param: { type: "int256" }, value: BigInt(literal) }
      : { param: { type: "string" }, value: String(literal) }
  }
  if (typeof literal !== "string") return null
  return isHexBytes(literal) ? toBytesValue(literal) : { param: { type: "string" }, value: literal }
}

/** Returns bytes as a value: 20 of them are an address. */
export const toBytesValue = (hex: Hex): AbiValue =>
  hex.length === 42
    ? { param: { type: "address" }, value: getAddress(hex) }
    : { param: { type: "bytes" }, value: toLowerCase(hex) }

/** Converts a value to a number: bytes are big-endian, and text may be digits. */
export const toNumber = (value: AbiValue): bigint | null => {
  const bytes = getBytes(value)
  if (bytes !== null) return bytes.length > 66 ? null : bytes === "0x" ? 0n : BigInt(bytes)
  return value.param.type === "string" && /^-?\d{1,78}$/.test(String(value.value))
    ? BigInt(String(value.value))
    : getInteger(value)
}

/**
 * Converts a value to a checksummed address: of a number the last 20 bytes count, because pools are packed with flags
 * before them.
 */
export const toAddressText = (value: AbiValue): string | null => {
  const digits = toBytes(value)?.slice(2) ?? ""
  if (digits.length === 40) return getAddress(`0x${digits}`)
  const isPadded = getInteger(value) !== null || /^0{24}/.test(digits)
  return digits.length === 64 && isPadded ? getAddress(`0x${digits.slice(24)}`) : null
}

/** Returns the bytes of a value in lower case; a number has 32, in two's complement. */
export const toBytes = (value: AbiValue): Hex | null => {
  const number = getInteger(value)
  if (number !== null) return toHex(BigInt.asUintN(256, number), { size: 32 })
  const address = getAddressText(value)
  return address === null ? getBytes(value) : toLowerCase(address)
}

/** Returns digits, `true`, a checksummed address, hex or text; `null` for a composite value. Unstripped. */
export const toPlainText = ({ value }: AbiValue): string | null =>
  typeof value === "object" ? null : String(value)

/** Returns true if a value equals a literal of a descriptor. Hex and `True` match in any case. */
export const matchesLiteral = (value: AbiValue, literal: unknown): boolean => {
  const written = toLiteralValue(literal)
  if (written === null) return false
  const number = getInteger(value)
  if (number !== null) return toNumber(written) === number
  if (value.param.type === "string") return literal === value.value
  return toPlainText(value)?.toLowerCase() === String(literal).toLowerCase()
}

const toLowerCase = (hex: string): Hex => `0x${hex.slice(2).toLowerCase()}`
