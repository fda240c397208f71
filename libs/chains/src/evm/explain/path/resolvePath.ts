import { type AbiValue, toBytes, toNumber } from "../data/AbiValue.ts"
import type { PathSegment } from "./DescriptorPath.ts"

/** A value at a path. */
export interface PathMatch {
  readonly value: AbiValue
  /** The index in each list on the path, from the outermost. */
  readonly indexes: readonly number[]
}

/**
 * Resolves a path to its values, in order if it leads through lists.
 * @param along list indexes to stay in: they select the token of each amount. @returns `null` if the path does not
 * exist.
 */
export const resolvePath = (
  value: AbiValue,
  steps: readonly PathSegment[],
  along: readonly number[] = [],
): readonly PathMatch[] | null => {
  const [step, ...rest] = steps
  if (step === undefined)
    return value._tag === "List" ? resolveEach(value.items, rest, along) : [{ value, indexes: [] }]
  switch (step._tag) {
    case "Member": {
      const member = value._tag === "Struct" ? value.members.get(step.name) : undefined
      return member === undefined ? null : resolvePath(member, rest, along)
    }
    case "Index": {
      const item = value._tag === "List" ? value.items.at(step.at) : undefined
      return item === undefined ? null : resolvePath(item, rest, along)
    }
    case "Slice": {
      if (value._tag === "List") return resolveEach(value.items.slice(step.from, step.to), rest, along)
      const part = sliceBytes(value, step.from, step.to)
      return part === null ? null : resolvePath(part, rest, along)
    }
    case "Each":
      return value._tag === "List" ? resolveEach(value.items, rest, along) : null
  }
}

const resolveEach = (
  items: readonly AbiValue[],
  steps: readonly PathSegment[],
  [here, ...along]: readonly number[],
): readonly PathMatch[] | null => {
  const found: PathMatch[] = []
  for (const [index, item] of items.entries()) {
    if (here !== undefined && here !== index) continue
    const inner = resolvePath(item, steps, along)
    if (inner === null) return null
    for (const { indexes, value } of inner) found.push({ value, indexes: [index, ...indexes] })
  }
  return here !== undefined && found.length === 0 ? null : found
}

/** Slices bytes, or the 32 bytes of a number, which stays a number. `null` if some of them are missing. */
const sliceBytes = (value: AbiValue, from: number | undefined, to: number | undefined): AbiValue | null => {
  const digits = toBytes(value)?.slice(2)
  if (digits === undefined) return null
  const size = digits.length / 2
  const start = from === undefined ? 0 : from < 0 ? size + from : from
  const end = to === undefined ? size : to < 0 ? size + to : to
  if (start < 0 || end > size || start >= end) return null
  const bytes: AbiValue = { _tag: "Bytes", hex: `0x${digits.slice(start * 2, end * 2)}` }
  if (end - start === 20) return { _tag: "Address", address: bytes.hex }
  const number = value._tag === "Integer" ? toNumber(bytes) : null
  return number === null ? bytes : { _tag: "Integer", value: number }
}
