import { decodeHex, type Hex } from "../../Hex.ts"
import type { AbiType, TupleType } from "./AbiType.ts"
import type { AbiValue, StructValue } from "./AbiValue.ts"

/** The decoded parameters of a call. */
export interface DecodedParameters {
  readonly values: StructValue
  /** Hex digits after the last value, whole bytes: contracts usually ignore them. */
  readonly rest: string
}

/** The maximum number of values; more are not readable. */
const maxValues = 20_000

/**
 * Decodes only the encoding that a compiler produces: every offset canonical, every padding zero.
 * The same bytes never decode in two ways. Source: the Solidity ABI.
 * @param data hex digits of whole bytes, without 0x. @returns `null` if they are not an encoding of these types.
 */
export const decodeParameters = (inputs: TupleType, data: string): DecodedParameters | null => {
  try {
    const reader = new AbiReader(data.toLowerCase())
    const [value, end] = reader.members(inputs, 0)
    return { values: value, rest: data.slice(end * 64) }
  } catch (thrown) {
    if (thrown instanceof NotCanonicalError) return null
    throw thrown
  }
}

class NotCanonicalError extends Error {}

const throwNotCanonical = (): never => {
  throw new NotCanonicalError()
}

/** Positions are counted in words from the start of the parameters. */
class AbiReader {
  readonly #digits: string
  #left = maxValues

  constructor(digits: string) {
    this.#digits = digits
  }

  members({ members }: TupleType, base: number): readonly [value: StructValue, end: number] {
    const [values, end] = this.#sequence(
      members.map(({ type }) => type),
      base,
    )
    return [
      {
        _tag: "Struct",
        members: new Map(
          members.flatMap(({ name }, at) => {
            const value = values[at]
            return name === "" || value === undefined ? [] : [[name, value] as const]
          }),
        ),
      },
      end,
    ]
  }

  /** Reads consecutive values: fixed sizes in place, dynamic ones after them, in their order. */
  #sequence(types: readonly AbiType[], base: number): readonly [values: readonly AbiValue[], end: number] {
    let head = base
    let end = base + types.reduce((sum, type) => sum + getWordCount(type), 0)
    if (end * 64 > this.#digits.length) throwNotCanonical()
    const values = types.map((type) => {
      if (!isDynamicType(type)) {
        const [value, next] = this.#value(type, head)
        head = next
        return value
      }
      if (this.#word(head) !== BigInt(end - base) * 32n) throwNotCanonical()
      head++
      const [value, next] = this.#value(type, end)
      end = next
      return value
    })
    return [values, end]
  }

  #value(type: AbiType, at: number): readonly [value: AbiValue, end: number] {
    if (this.#left-- <= 0) throwNotCanonical()
    switch (type._tag) {
      case "Integer": {
        const word = this.#word(at)
        const value = type.signed ? BigInt.asIntN(type.bits, word) : BigInt.asUintN(type.bits, word)
        return BigInt.asUintN(256, value) === word
          ? [{ _tag: "Integer", value }, at + 1]
          : throwNotCanonical()
      }
      case "Address": {
        const word = this.#digitsAt(at)
        return word.startsWith("0".repeat(24))
          ? [{ _tag: "Address", address: `0x${word.slice(24)}` }, at + 1]
          : throwNotCanonical()
      }
      case "Flag": {
        const word = this.#word(at)
        return word > 1n ? throwNotCanonical() : [{ _tag: "Flag", value: word === 1n }, at + 1]
      }
      case "Bytes": {
        if (type.size === null) return this.#bytes(at)
        return [{ _tag: "Bytes", hex: this.#padded(at, type.size) }, at + 1]
      }
      case "Text": {
        const [{ hex }, end] = this.#bytes(at)
        return [{ _tag: "Text", text: decodeUtf8Hex(hex) ?? throwNotCanonical() }, end]
      }
      case "List": {
        const length = type.length ?? this.#count(at)
        const base = type.length === null ? at + 1 : at
        const types = Array.from({ length }, () => type.of)
        const [items, end] = this.#sequence(types, base)
        return [{ _tag: "List", items }, end]
      }
      case "Tuple":
        return this.members(type, at)
    }
  }

  #bytes(at: number): readonly [value: { readonly _tag: "Bytes"; readonly hex: Hex }, end: number] {
    const size = this.#count(at)
    return [{ _tag: "Bytes", hex: this.#padded(at + 1, size) }, at + 1 + Math.ceil(size / 32)]
  }

  /** Reads a number of bytes, whose last word is padded with zeros. */
  #padded(at: number, size: number): Hex {
    const start = at * 64
    const whole = this.#digits.slice(start, start + Math.ceil(size / 32) * 64)
    const padding = whole.slice(size * 2)
    return whole.length === Math.ceil(size / 32) * 64 && /^0*$/.test(padding)
      ? `0x${whole.slice(0, size * 2)}`
      : throwNotCanonical()
  }

  /** Reads a number of elements or bytes; never more than there are digits. */
  #count(at: number): number {
    const count = this.#word(at)
    return count * 2n > BigInt(this.#digits.length) ? throwNotCanonical() : Number(count)
  }

  #word(at: number): bigint {
    return BigInt(`0x${this.#digitsAt(at)}`)
  }

  #digitsAt(at: number): string {
    const word = this.#digits.slice(at * 64, (at + 1) * 64)
    return word.length === 64 ? word : throwNotCanonical()
  }
}

const isDynamicType = (type: AbiType): boolean => {
  switch (type._tag) {
    case "Bytes":
      return type.size === null
    case "Text":
      return true
    case "List":
      return type.length === null || isDynamicType(type.of)
    case "Tuple":
      return type.members.some((member) => isDynamicType(member.type))
    default:
      return false
  }
}

/** Returns the number of words in place: one if only its offset is there. */
const getWordCount = (type: AbiType): number => {
  if (isDynamicType(type)) return 1
  if (type._tag === "List") return (type.length ?? 0) * getWordCount(type.of)
  if (type._tag === "Tuple") return type.members.reduce((sum, member) => sum + getWordCount(member.type), 0)
  return 1
}

const decodeUtf8Hex = (hex: Hex): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(decodeHex(hex))
  } catch {
    return null
  }
}
