import { encodeTextHex, type Hex } from "../../Hex.ts"
import { keccak256 } from "../../keccak.ts"
import { parseElementaryType } from "./AbiType.ts"
import { type AbiValue, type StructValue, toBytes } from "./AbiValue.ts"
import type { StructTypes } from "./DecodedTypedData.ts"

/** Encodes a type with its referenced types, which are in alphabetical order. Source: EIP-712. */
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

/** Hashes a value that was decoded as that type. Source: EIP-712. */
export const hashStruct = (value: StructValue, type: string, types: StructTypes): Hex =>
  keccak256(
    concatHex([
      keccak256(encodeTextHex(encodeType(type, types))),
      ...(types.get(type) ?? []).map((member) =>
        encodeWordOfType(value.members.get(member.name), member.type, types),
      ),
    ]),
  )

export const hashTypedData = (domainSeparator: Hex, message: Hex): Hex =>
  keccak256(concatHex(["0x1901", domainSeparator, message]))

const encodeWordOfType = (value: AbiValue | undefined, type: string, types: StructTypes): Hex => {
  switch (value?._tag) {
    case "Struct":
      return hashStruct(value, type, types)
    case "List": {
      const element = type.replace(/\[\d*\]$/, "")
      return keccak256(concatHex(value.items.map((item) => encodeWordOfType(item, element, types))))
    }
    case "Text":
      return keccak256(encodeTextHex(value.text))
    case "Flag":
      return `0x${(value.value ? "1" : "").padStart(64, "0")}`
    case "Address":
      return `0x${value.address.slice(2).padStart(64, "0")}`
    case "Bytes": {
      const elementary = parseElementaryType(type)
      return elementary?._tag === "Bytes" && elementary.size !== null
        ? `0x${value.hex.slice(2).padEnd(64, "0")}`
        : keccak256(value.hex)
    }
    default:
      return (value === undefined ? null : toBytes(value)) ?? "0x"
  }
}

const concatHex = (parts: readonly Hex[]): Hex => `0x${parts.map((part) => part.slice(2)).join("")}`
