import { decodeHex, encodeHex, type Hex } from "./Hex.ts"

/** A byte string as hex, or a list of items. */
export type RlpItem = Hex | readonly RlpItem[]

const shortString = 0x80
const shortList = 0xc0
/** Payloads up to this many bytes have their length in the first byte. */
const maxShortLength = 55

/** Recursive Length Prefix encoding, as hex. Source: Ethereum Yellow Paper, appendix B. */
export const encodeRlp = (item: RlpItem): Hex => encodeHex(encodeItem(item))

const encodeItem = (item: RlpItem): Uint8Array => {
  if (typeof item !== "string") return prependLength(shortList, concat(item.map(encodeItem)))
  const bytes = decodeHex(item)
  const [first] = bytes
  return bytes.length === 1 && first !== undefined && first < shortString
    ? bytes
    : prependLength(shortString, bytes)
}

const prependLength = (offset: number, payload: Uint8Array): Uint8Array => {
  if (payload.length <= maxShortLength) return concat([Uint8Array.of(offset + payload.length), payload])
  const digits = payload.length.toString(16)
  const length = decodeHex(`0x${digits.padStart(digits.length + (digits.length % 2), "0")}`)
  return concat([Uint8Array.of(offset + maxShortLength + length.length), length, payload])
}

const concat = (parts: readonly Uint8Array[]): Uint8Array => {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** The maximum depth of nested lists. A signed transaction has three levels; hostile input must not exhaust the stack. */
const maxDepth = 32

/**
 * Decodes RLP, strictly: only the one canonical encoding of an item, with no bytes after it.
 * @returns `null` when the bytes are not valid RLP.
 */
export const decodeRlp = (hex: Hex): RlpItem | null => {
  const bytes = decodeHex(hex)
  const item = readItem(bytes, 0, bytes.length, 0)
  return item !== null && item.end === bytes.length ? item.value : null
}

interface DecodedItem {
  readonly value: RlpItem
  /** Offset of the first byte after the item. */
  readonly end: number
}

const readItem = (bytes: Uint8Array, start: number, limit: number, depth: number): DecodedItem | null => {
  const first = bytes[start]
  if (first === undefined || start >= limit || depth > maxDepth) return null
  if (first < shortString) return { value: encodeHex(Uint8Array.of(first)), end: start + 1 }
  const payload = findPayload(bytes, start, limit, first < shortList ? shortString : shortList)
  if (payload === null) return null
  const { from, end } = payload
  if (first < shortList) {
    const isSingleByte = end - from === 1 && (bytes[from] ?? 0) < shortString
    return isSingleByte ? null : { value: encodeHex(bytes.subarray(from, end)), end }
  }
  const items: RlpItem[] = []
  let at = from
  while (at < end) {
    const item = readItem(bytes, at, end, depth + 1)
    if (item === null) return null
    items.push(item.value)
    at = item.end
  }
  return { value: items, end }
}

/** Returns the start and end of the payload behind a length prefix, or `null` when the prefix is not canonical. */
const findPayload = (bytes: Uint8Array, start: number, limit: number, offset: number) => {
  const size = (bytes[start] ?? 0) - offset
  const sizeBytes = Math.max(0, size - maxShortLength)
  const from = start + 1 + sizeBytes
  if (sizeBytes === 0) return from + size <= limit ? { from, end: from + size } : null
  if (from > limit || bytes[start + 1] === 0) return null
  const length = bytes.subarray(start + 1, from).reduce((sum, byte) => sum * 256 + byte, 0)
  return length > maxShortLength && from + length <= limit ? { from, end: from + length } : null
}
