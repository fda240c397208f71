import { invalid } from "../../wallet/ProviderError.ts"

/** Plain JSON: whatever is made of it twice is the same. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }

/** Nobody reads deeper, or longer. Calldata of a block's size would still fit. */
const mostDepth = 32
const mostValues = 20_000
const mostCharacters = 1_000_000

/**
 * Copies a value once, and reads nothing of it twice. Only what JSON would carry as it is: no getters, no `toJSON`, no
 * objects of a class, no numbers that lose digits on their way. Throws a `ProviderError` for everything else.
 */
export const snapshot = (value: unknown): Json => {
  let values = mostValues
  let characters = mostCharacters

  const text = (one: string) => {
    characters -= one.length
    if (characters < 0) throw invalid("The request is too long.")
    return one
  }

  const valueOf = (descriptor: PropertyDescriptor | undefined): unknown => {
    if (descriptor === undefined) return null
    if (!("value" in descriptor)) throw invalid("The request holds a getter.")
    return descriptor.value
  }

  const copy = (one: unknown, depth: number): Json => {
    values -= 1
    if (values < 0 || depth > mostDepth) throw invalid("The request is too large, or a circle.")
    switch (typeof one) {
      case "string":
        return text(one)
      case "boolean":
        return one
      case "number":
        if (Number.isFinite(one) && Math.abs(one) <= Number.MAX_SAFE_INTEGER) return one
        throw invalid("The request holds a number that JSON cannot carry.")
      case "object":
        if (one === null) return null
        return Array.isArray(one) ? copyArray(one, depth) : copyObject(one, depth)
      default:
        throw invalid(`The request holds a ${typeof one}.`)
    }
  }

  const copyArray = (one: readonly unknown[], depth: number): readonly Json[] => {
    const { length } = one
    if (length > values) throw invalid("The request is too large.")
    return Array.from({ length }, (_, at) =>
      copy(valueOf(Object.getOwnPropertyDescriptor(one, at)), depth + 1),
    )
  }

  const copyObject = (one: object, depth: number): Json => {
    const prototype: unknown = Object.getPrototypeOf(one)
    // Of another realm's plain objects, too, the prototype has none of its own.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      throw invalid("The request holds an object that is not plain.")
    const members: [string, Json][] = []
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (!descriptor.enumerable) continue
      const member = valueOf(descriptor)
      // As in JSON, what is undefined is not there.
      if (member !== undefined) members.push([text(key), copy(member, depth + 1)])
    }
    return Object.fromEntries(members)
  }

  return copy(value, 0)
}
