/** The type of a value in a call or a message. Source: the Solidity ABI, EIP-712. */
export type AbiType =
  | { readonly _tag: "Integer"; readonly bits: number; readonly signed: boolean }
  | { readonly _tag: "Address" }
  | { readonly _tag: "Flag" }
  /** `size` is `null` for a dynamic size. */
  | { readonly _tag: "Bytes"; readonly size: number | null }
  | { readonly _tag: "Text" }
  /** `length` is `null` for a dynamic length. */
  | { readonly _tag: "List"; readonly of: AbiType; readonly length: number | null }
  | TupleType

export interface TupleType {
  readonly _tag: "Tuple"
  readonly members: readonly { readonly name: string; readonly type: AbiType }[]
}

/** Parses a word such as `uint256`; `null` if it is not an elementary type. */
export const parseElementaryType = (word: string): AbiType | null => {
  switch (word) {
    case "address":
      return { _tag: "Address" }
    case "bool":
      return { _tag: "Flag" }
    case "string":
      return { _tag: "Text" }
    case "bytes":
      return { _tag: "Bytes", size: null }
  }
  const [, kind = "", digits = ""] = /^(bytes|u?int)([1-9]\d{0,2})?$/.exec(word) ?? []
  const size = digits === "" ? 256 : Number(digits)
  if (kind === "bytes") return size <= 32 ? { _tag: "Bytes", size } : null
  return kind !== "" && size % 8 === 0 && size <= 256
    ? { _tag: "Integer", bits: size, signed: kind === "int" }
    : null
}

/** Wraps a type in a list for each pair of brackets, such as `[][2]`. `null` if a length is invalid. */
export const toListType = (type: AbiType, brackets: string): AbiType | null => {
  const lengths = brackets.match(/\[\d*\]/g) ?? []
  if (lengths.join("") !== brackets || lengths.length > 8) return null
  return lengths.reduce<AbiType | null>((of, bracket) => {
    const length = bracket === "[]" ? null : Number(bracket.slice(1, -1))
    return of === null || length === 0 || (length ?? 0) > 65_536 ? null : { _tag: "List", of, length }
  }, type)
}

/** Formats a type for a signature, such as `(address,uint256)[]`. */
export const formatAbiType = (type: AbiType): string => {
  switch (type._tag) {
    case "Integer":
      return `${type.signed ? "int" : "uint"}${type.bits}`
    case "Address":
      return "address"
    case "Flag":
      return "bool"
    case "Bytes":
      return `bytes${type.size ?? ""}`
    case "Text":
      return "string"
    case "List":
      return `${formatAbiType(type.of)}[${type.length ?? ""}]`
    case "Tuple":
      return `(${type.members.map((member) => formatAbiType(member.type)).join(",")})`
  }
}
