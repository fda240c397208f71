/** How large a message may be, in the characters of its texts and names and one for each value; about bytes. */
export const maxMessageCharacters = 256 * 1024
/** How many objects and arrays may stand in one another. */
export const maxMessageDepth = 16

/** Names that reach an object's prototype where somebody copies it carelessly. */
const forbiddenNames = new Set(["__proto__", "constructor", "prototype"])

export type PlainJson =
  | null
  | undefined
  | boolean
  | number
  | string
  | readonly PlainJson[]
  | { readonly [name: string]: PlainJson }

export type CloneResult =
  | { readonly _tag: "Plain"; readonly value: PlainJson }
  | { readonly _tag: "NotPlain"; readonly what: string }

/**
 * A copy that is JSON and nothing else (`undefined` aside), so that what was looked at is what is used: no getters,
 * no proxies, no classes, nothing that two places share. Each value costs, whatever it is, so that what is cyclic or
 * shares its parts ends soon.
 */
export const cloneJson = (value: unknown): CloneResult => {
  try {
    return { _tag: "Plain", value: copyJson(value) }
  } catch (error) {
    // What a getter or a proxy throws is somebody else's, and says nothing.
    return { _tag: "NotPlain", what: error instanceof NotJsonError ? error.message : "not JSON" }
  }
}

const copyJson = (value: unknown): PlainJson => {
  let left = maxMessageCharacters
  const spend = (characters: number) => {
    left -= characters
    if (left < 0) throw new NotJsonError("too large")
  }
  const copy = (item: unknown, depth: number): PlainJson => {
    spend(1)
    switch (typeof item) {
      case "string":
        spend(item.length)
        return item
      case "undefined":
      case "boolean":
      case "number":
        return item
      case "object":
        break
      default:
        throw new NotJsonError("not JSON")
    }
    if (item === null) return null
    if (depth === maxMessageDepth) throw new NotJsonError("too deep")
    if (Array.isArray(item)) {
      const { length } = item
      // Before it is walked: an array of nothing can be as long as a number goes.
      if (length > left) throw new NotJsonError("too large")
      return Array.from({ length }, (_, at) => copy(item[at], depth + 1))
    }
    // Also where the object comes from another window, which has an Object of its own.
    const prototype: unknown = Object.getPrototypeOf(item)
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new NotJsonError("not JSON")
    const object: Record<string, PlainJson> = {}
    for (const [name, part] of Object.entries(item)) {
      if (forbiddenNames.has(name)) throw new NotJsonError("a name that is refused")
      spend(name.length)
      object[name] = copy(part, depth + 1)
    }
    return object
  }
  return copy(value, 0)
}

class NotJsonError extends Error {
  override readonly name = "NotPlain"
}
