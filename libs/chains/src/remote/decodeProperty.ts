import { readMember } from "../wallet/walletErrors.ts"

/** More than this no wallet has to say of itself. */
const maxPropertyLength = 200_000

/** A property of a session, which is JSON, in a text as a rule; `undefined` where it is not there, or is none. */
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
