import { checksumAddress } from "../../checksumAddress.ts"
import type { Hex } from "../../Hex.ts"

/** A value in a call or a message. */
export type AbiValue =
  | { readonly _tag: "Integer"; readonly value: bigint }
  /** 20 bytes, in lower case. */
  | { readonly _tag: "Address"; readonly address: Hex }
  | { readonly _tag: "Flag"; readonly value: boolean }
  /** Whole bytes, in lower case. */
  | { readonly _tag: "Bytes"; readonly hex: Hex }
  /** Unsanitized text. */
  | { readonly _tag: "Text"; readonly text: string }
  | { readonly _tag: "List"; readonly items: readonly AbiValue[] }
  | StructValue

export interface StructValue {
  readonly _tag: "Struct"
  readonly members: ReadonlyMap<string, AbiValue>
}

/** Converts a literal of a descriptor: a number, an address, other bytes, or text. `null` if it is none of these. */
export const toLiteralValue = (literal: unknown): AbiValue | null => {
  if (typeof literal === "boolean") return { _tag: "Flag", value: literal }
  if (typeof literal === "number") {
    return Number.isSafeInteger(literal)
      ? { _tag: "Integer", value: BigInt(literal) }
      : { _tag: "Text", text: String(literal) }
  }
  if (typeof literal !== "string") return null
  if (!/^0x([0-9a-f]{2})*$/i.test(literal)) return { _tag: "Text", text: literal }
  const hex: Hex = `0x${literal.slice(2).toLowerCase()}`
  return hex.length === 42 ? { _tag: "Address", address: hex } : { _tag: "Bytes", hex }
}

/** Converts a value to a number: bytes are big-endian, and text may be digits. */
export const toNumber = (value: AbiValue): bigint | null => {
  switch (value._tag) {
    case "Integer":
      return value.value
    case "Bytes":
      return value.hex.length > 66 ? null : value.hex === "0x" ? 0n : BigInt(value.hex)
    case "Text":
      return /^-?\d{1,78}$/.test(value.text) ? BigInt(value.text) : null
    default:
      return null
  }
}

/**
 * Converts a value to a checksummed address: of a number the last 20 bytes count, because pools are packed with flags
 * before them.
 */
export const toAddressText = (value: AbiValue): string | null => {
  const digits = toBytes(value)?.slice(2)
  if (digits === undefined || value._tag === "Flag") return null
  if (digits.length === 40) return checksumAddress(digits)
  const isPadded = value._tag === "Integer" || /^0{24}/.test(digits)
  return digits.length === 64 && isPadded ? checksumAddress(digits.slice(24)) : null
}

/** Returns the bytes of a value; a number has 32, in two's complement. */
export const toBytes = (value: AbiValue): Hex | null => {
  switch (value._tag) {
    case "Integer":
      return `0x${BigInt.asUintN(256, value.value).toString(16).padStart(64, "0")}`
    case "Address":
      return value.address
    case "Bytes":
      return value.hex
    default:
      return null
  }
}

/** Returns digits, `true`, a checksummed address, hex or text; `null` for a composite value. Unstripped. */
export const toPlainText = (value: AbiValue): string | null => {
  switch (value._tag) {
    case "Integer":
      return value.value.toString()
    case "Address":
      return checksumAddress(value.address)
    case "Flag":
      return String(value.value)
    case "Bytes":
      return value.hex
    case "Text":
      return value.text
    default:
      return null
  }
}

/** Returns true if a value equals a literal of a descriptor. Hex and `True` match in any case. */
export const matchesLiteral = (value: AbiValue, literal: unknown): boolean => {
  const written = toLiteralValue(literal)
  if (written === null) return false
  if (value._tag === "Integer") return toNumber(written) === value.value
  if (value._tag === "Text") return literal === value.text
  return toPlainText(value)?.toLowerCase() === String(literal).toLowerCase()
}
