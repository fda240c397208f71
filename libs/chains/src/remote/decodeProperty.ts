import { readMember } from "../wallet/readMember.ts"

/** The maximum length of a session property. */
const maxPropertyLength = 200_000

/** Decodes a session property, which is usually JSON in a text; `undefined` if it is missing or invalid. */
export const decodeProperty = (properties: unknown, name: string): unknown => {
  const said = readMember(properties, name)
  if (typeof said !== "string") return said
  if (said.length > maxPropertyLength) return undefined
  try {
    const value: unknown = JSON.parse(said)
    return value
  } catch {
    return undefined
  }
}
