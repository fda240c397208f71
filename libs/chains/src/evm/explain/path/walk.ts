import { bytesIn, numberIn, type Value } from "../data/Value.ts"
import type { Step } from "./Path.ts"

/** A value that a path leads to. */
export interface Found {
  readonly value: Value
  /** Which element of each list on the way, from the outermost. */
  readonly at: readonly number[]
}

/**
 * What a path leads to, one after the other where it leads through lists.
 * @param along elements of lists to stay in: how the token of each amount is found. @returns `null` where there is no such way.
 */
export const walk = (
  value: Value,
  steps: readonly Step[],
  along: readonly number[] = [],
): readonly Found[] | null => {
  const [step, ...rest] = steps
  if (step === undefined) return value._tag === "List" ? each(value.items, rest, along) : [{ value, at: [] }]
  switch (step._tag) {
    case "Member": {
      const member = value._tag === "Struct" ? value.members.get(step.name) : undefined
      return member === undefined ? null : walk(member, rest, along)
    }
    case "Index": {
      const item = value._tag === "List" ? value.items.at(step.at) : undefined
      return item === undefined ? null : walk(item, rest, along)
    }
    case "Slice": {
      if (value._tag === "List") return each(value.items.slice(step.from, step.to), rest, along)
      const part = sliceBytes(value, step.from, step.to)
      return part === null ? null : walk(part, rest, along)
    }
    case "Each":
      return value._tag === "List" ? each(value.items, rest, along) : null
  }
}

const each = (
  items: readonly Value[],
  steps: readonly Step[],
  [here, ...along]: readonly number[],
): readonly Found[] | null => {
  const found: Found[] = []
  for (const [index, item] of items.entries()) {
    if (here !== undefined && here !== index) continue
    const inner = walk(item, steps, along)
    if (inner === null) return null
    for (const { at, value } of inner) found.push({ value, at: [index, ...at] })
  }
  return here !== undefined && found.length === 0 ? null : found
}

/** Of bytes, or of the 32 bytes of a number, which stays one. `null` where some of them are missing. */
const sliceBytes = (value: Value, from: number | undefined, to: number | undefined): Value | null => {
  const digits = bytesIn(value)?.slice(2)
  if (digits === undefined) return null
  const size = digits.length / 2
  const start = from === undefined ? 0 : from < 0 ? size + from : from
  const end = to === undefined ? size : to < 0 ? size + to : to
  if (start < 0 || end > size || start >= end) return null
  const bytes: Value = { _tag: "Bytes", hex: `0x${digits.slice(start * 2, end * 2)}` }
  if (end - start === 20) return { _tag: "Address", address: bytes.hex }
  const number = value._tag === "Integer" ? numberIn(bytes) : null
  return number === null ? bytes : { _tag: "Integer", value: number }
}
