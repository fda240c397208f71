import { parseTypedData, type UnhashedTypedData } from "@wmodal/chains/internal"

export type { UnhashedTypedData }

/** Parses typed data. @param value JSON text or its parsed value. Returns `null` when it is not typed data. */
export const decodeTypedData = (value: unknown): UnhashedTypedData | null => {
  try {
    // Always a copy: a dApp could change its own object between display and signing.
    return parseTypedData(typeof value === "string" ? value : JSON.stringify(value))
  } catch {
    return null
  }
}

/**
 * Returns the fields that EIP-712 hashes, for display: fields without a declared type are not signed and must not
 * reassure the user. Leaves out the types.
 */
export const pickSignedFields = ({ domain, message, primaryType, types }: UnhashedTypedData) => ({
  primaryType,
  ...(primaryType !== "EIP712Domain" && { message: pickDeclared(message, primaryType, types) }),
  domain: pickDeclared(domain, "EIP712Domain", { EIP712Domain: domainFields, ...types }),
})

/** A domain's fields, where the dApp declares none. */
const domainFields = ["name", "version", "chainId", "verifyingContract", "salt"].map((name) => ({
  name,
  type: "",
}))

const pickDeclared = (value: unknown, type: string, types: UnhashedTypedData["types"]): unknown => {
  const element = /^(.*)\[\d*\]$/.exec(type)?.[1]
  if (element !== undefined && Array.isArray(value))
    return value.map((one) => pickDeclared(one, element, types))
  const fields = Object.hasOwn(types, type) ? types[type] : undefined
  if (fields === undefined || typeof value !== "object" || value === null) return value
  return Object.fromEntries(
    fields.map((field) => [field.name, pickDeclared(Reflect.get(value, field.name), field.type, types)]),
  )
}
