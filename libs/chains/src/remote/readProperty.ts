import { member } from "../wallet/thrown.ts"

/** More than this no wallet has to say of itself. */
const mostCharacters = 200_000

/** A property of a session, which is JSON, in a text as a rule; `undefined` where it is not there, or is none. */
export const readProperty = (properties: unknown, name: string): unknown => {
  const said = member(properties, name)
  if (typeof said !== "string") return said
  if (said.length > mostCharacters) return undefined
  try {
    const value: unknown = JSON.parse(said)
    return value
  } catch {
    return undefined
  }
}
