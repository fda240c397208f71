import { hasKey } from "@wmodal/protocol"
import { invalidParamsError } from "../../wallet/ProviderError.ts"

/** Plain JSON: serializing it twice gives the same result. */
export type RequestJson =
  | null
  | boolean
  | number
  | string
  | readonly RequestJson[]
  | { readonly [key: string]: RequestJson }

/** The maximum depth and size of a request. Calldata of a block's size still fits. */
const maxDepth = 32
const maxValues = 20_000
const maxCharacters = 1_000_000

/**
 * Copies a value, and reads each member once. Only what JSON would carry unchanged: no getters, no `toJSON`, no objects
 * of a class, no numbers that lose digits. Throws a `ProviderError` for everything else.
 */
export const cloneRequest = (value: unknown): RequestJson => {
  let values = maxValues
  let characters = maxCharacters

  const text = (one: string) => {
    characters -= one.length
    if (characters < 0) throw invalidParamsError("The request is too long.")
    return one
  }

  const valueOf = (descriptor: PropertyDescriptor | undefined): unknown => {
    if (descriptor === undefined) return null
    if (!hasKey(descriptor, "value")) throw invalidParamsError("The request contains a getter.")
    return descriptor.value
  }

  const copy = (one: unknown, depth: number): RequestJson => {
    values -= 1
    if (values < 0 || depth > maxDepth) throw invalidParamsError("The request is too large or circular.")
    switch (typeof one) {
      case "string":
        return text(one)
      case "boolean":
        return one
      case "number":
        if (Number.isFinite(one) && Math.abs(one) <= Number.MAX_SAFE_INTEGER) return one
        throw invalidParamsError("The request contains a number that JSON cannot represent.")
      case "object":
        if (one === null) return null
        return Array.isArray(one) ? copyArray(one, depth) : copyObject(one, depth)
      default:
        throw invalidParamsError(`The request contains a ${typeof one}.`)
    }
  }

  const copyArray = (one: readonly unknown[], depth: number): readonly RequestJson[] => {
    const { length } = one
    if (length > values) throw invalidParamsError("The request is too large.")
    // As in JSON, an undefined item is null.
    return Array.from({ length }, (_, at) =>
      copy(valueOf(Object.getOwnPropertyDescriptor(one, at)) ?? null, depth + 1),
    )
  }

  const copyObject = (one: object, depth: number): RequestJson => {
    const prototype: unknown = Object.getPrototypeOf(one)
    // The prototype of another realm's plain objects has no prototype of its own either.
    if (prototype !== null && Object.getPrototypeOf(prototype) !== null)
      throw invalidParamsError("The request contains an object that is not plain.")
    const members: [string, RequestJson][] = []
    for (const [key, descriptor] of Object.entries(Object.getOwnPropertyDescriptors(one))) {
      if (!descriptor.enumerable) continue
      const member = valueOf(descriptor)
      // As in JSON, undefined members are left out.
      if (member !== undefined) members.push([text(key), copy(member, depth + 1)])
    }
    return Object.fromEntries(members)
  }

  return copy(value, 0)
}
