/** The maximum message size, in characters of its texts and names plus one per value; about bytes. */
export const maxMessageCharacters = 256 * 1024
/** The maximum nesting depth of objects and arrays. */
export const maxMessageDepth = 16

/** Names that reach an object's prototype in a careless copy. */
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
 * Returns a copy that is pure JSON (and `undefined`), so that the validated value is the one used: no getters, no
 * proxies, no classes, no shared references. Every value counts towards the size, so that cyclic or widely shared
 * values fail early.
 */
export const cloneJson = (value: unknown): CloneResult => {
  try {
    return { _tag: "Plain", value: copyJson(value) }
  } catch (error) {
    // The error of a getter or a proxy is untrusted, so its message is dropped.
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
      // Checked before the walk: a sparse array can have any length.
      if (length > left) throw new NotJsonError("too large")
      return Array.from({ length }, (_, at) => copy(item[at], depth + 1))
    }
    // Also accepts objects of another window, which has its own `Object`.
    const prototype: unknown = Object.getPrototypeOf(item)
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null) throw new NotJsonError("not JSON")
    const object: Record<string, PlainJson> = {}
    for (const [name, part] of Object.entries(item)) {
      if (forbiddenNames.has(name)) throw new NotJsonError("a forbidden name")
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
