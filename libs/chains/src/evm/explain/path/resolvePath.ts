import { type AbiValue, getInteger, getItems, getMember, toBytes, toBytesValue } from "../data/AbiValue.ts"
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
  const items = getItems(value)
  if (step === undefined) return items === null ? [{ value, indexes: [] }] : resolveEach(items, rest, along)
  switch (step._tag) {
    case "Member": {
      const member = getMember(value, step.name)
      return member === undefined ? null : resolvePath(member, rest, along)
    }
    case "Index": {
      const item = items?.at(step.at)
      return item === undefined ? null : resolvePath(item, rest, along)
    }
    case "Slice": {
      if (items !== null) return resolveEach(items.slice(step.from, step.to), rest, along)
      const part = sliceBytes(value, step.from, step.to)
      return part === null ? null : resolvePath(part, rest, along)
    }
    case "Each":
      return items === null ? null : resolveEach(items, rest, along)
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
  const hex = `0x${digits.slice(start * 2, end * 2)}` as const
  return end - start === 20 || getInteger(value) === null
    ? toBytesValue(hex)
    : { param: { type: "uint256" }, value: BigInt(hex) }
}
