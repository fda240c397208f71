import { type Hex, textToHex } from "../../Hex.ts"
import { keccak256 } from "../../keccak.ts"
import { elementaryType } from "./AbiType.ts"
import type { StructTypes } from "./TypedData.ts"
import { bytesIn, type Struct, type Value } from "./Value.ts"

/** The type with all that it is made of, the others in alphabetical order. Source: EIP-712. */
export const encodeType = (type: string, types: StructTypes): string => {
  const made = new Set<string>()
  const collect = (name: string): void => {
    if (made.has(name)) return
    made.add(name)
    for (const member of types.get(name) ?? []) {
      const base = member.type.replace(/(\[\d*\])+$/, "")
      if (types.has(base)) collect(base)
    }
  }
  collect(type)
  made.delete(type)
  return [type, ...[...made].toSorted()]
    .map(
      (name) =>
        `${name}(${(types.get(name) ?? []).map((member) => `${member.type} ${member.name}`).join(",")})`,
    )
    .join("")
}

/** `value` was read as that type. Source: EIP-712. */
export const hashStruct = (value: Struct, type: string, types: StructTypes): Hex =>
  keccak256(
    joined([
      keccak256(textToHex(encodeType(type, types))),
      ...(types.get(type) ?? []).map((member) => wordOf(value.members.get(member.name), member.type, types)),
    ]),
  )

export const typedDataDigest = (domainSeparator: Hex, message: Hex): Hex =>
  keccak256(joined(["0x1901", domainSeparator, message]))

const wordOf = (value: Value | undefined, type: string, types: StructTypes): Hex => {
  switch (value?._tag) {
    case "Struct":
      return hashStruct(value, type, types)
    case "List": {
      const element = type.replace(/\[\d*\]$/, "")
      return keccak256(joined(value.items.map((item) => wordOf(item, element, types))))
    }
    case "Text":
      return keccak256(textToHex(value.text))
    case "Flag":
      return `0x${(value.value ? "1" : "").padStart(64, "0")}`
    case "Address":
      return `0x${value.address.slice(2).padStart(64, "0")}`
    case "Bytes": {
      const elementary = elementaryType(type)
      return elementary?._tag === "Bytes" && elementary.size !== null
        ? `0x${value.hex.slice(2).padEnd(64, "0")}`
        : keccak256(value.hex)
    }
    default:
      return (value === undefined ? null : bytesIn(value)) ?? "0x"
  }
}

const joined = (parts: readonly Hex[]): Hex => `0x${parts.map((part) => part.slice(2)).join("")}`
