import { parseTypedData, type UnhashedTypedData } from "@wmodal/chains/internal"

export type { UnhashedTypedData }

/** @param value the JSON text, or what it parses to. @returns `null` when it is no typed data. */
export const decodeTypedData = (value: unknown): UnhashedTypedData | null => {
  try {
    // Always a copy: a page could change its own object between what is shown and what is signed.
    return parseTypedData(typeof value === "string" ? value : JSON.stringify(value))
  } catch {
    return null
  }
}

/**
 * What EIP-712 hashes of it, for a person to read: fields that no type declares are not signed,
 * and must not reassure. The table of types is left out.
 */
export const pickSignedFields = ({ domain, message, primaryType, types }: UnhashedTypedData) => ({
  primaryType,
  ...(primaryType !== "EIP712Domain" && { message: pickDeclared(message, primaryType, types) }),
  domain: pickDeclared(domain, "EIP712Domain", { EIP712Domain: domainFields, ...types }),
})

/** A domain's, where the page declares none. */
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
