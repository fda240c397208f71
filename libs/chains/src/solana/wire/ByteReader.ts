import { base58 } from "@scure/base"

/** Reads bytes in order. Every method throws at the end of the bytes, and callers must handle that. */
export interface ByteReader {
  readonly remaining: () => number
  readonly byte: () => number
  readonly bytes: (count: number) => Uint8Array
  /** Little endian. */
  readonly u16: () => number
  readonly u32: () => number
  readonly u64: () => bigint
  /** 32 bytes, as base58. */
  readonly address: () => string
  /** One to three bytes in the shortest form. Source: Solana, compact-u16. */
  readonly length: () => number
  readonly rest: () => Uint8Array
}

export const makeByteReader = (all: Uint8Array): ByteReader => {
  const view = new DataView(all.buffer, all.byteOffset, all.byteLength)
  let at = 0
  const next = (count: number) => {
    if (at + count > all.length) throw new RangeError("the bytes end too early")
    at += count
    return at - count
  }
  const bytes = (count: number) => all.slice(next(count), at)
  const byte = () => view.getUint8(next(1))
  return {
    remaining: () => all.length - at,
    byte,
    bytes,
    u16: () => view.getUint16(next(2), true),
    u32: () => view.getUint32(next(4), true),
    u64: () => view.getBigUint64(next(8), true),
    address: () => base58.encode(bytes(32)),
    length: () => {
      let value = 0
      for (let place = 0; place < 3; place++) {
        const part = byte()
        value += (part & 0x7f) << (7 * place)
        if (part < 0x80) {
          if ((place > 0 && part === 0) || value > 0xffff) break
          return value
        }
      }
      throw new RangeError("no length")
    },
    rest: () => bytes(all.length - at),
  }
}

/** @returns the result of `read` over all bytes; `null` if it throws or leaves bytes unread */
export const readAll = <A>(bytes: Uint8Array, read: (reader: ByteReader) => A | null): A | null => {
  try {
    const reader = makeByteReader(bytes)
    const value = read(reader)
    return reader.remaining() === 0 ? value : null
  } catch {
    return null
  }
}
