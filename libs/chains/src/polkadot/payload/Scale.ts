/** Reads values of the SCALE codec from bytes. Each returns `null` at the end, or for a value that is not canonical. */
export interface ScaleReader {
  readonly byte: () => number | null
  readonly bytes: (count: number) => Uint8Array | null
  /** A compact integer. Only the shortest form of a number is accepted. */
  readonly compact: () => bigint | null
  readonly isAtEnd: () => boolean
  /** Bytes that are read so far. */
  readonly position: () => number
  /** Returns the bytes from a position to the current one. */
  readonly since: (start: number) => Uint8Array
}

/** Source: docs.polkadot.com, SCALE encoding. */
export const makeScaleReader = (source: Uint8Array): ScaleReader => {
  let at = 0
  const bytes = (count: number) => {
    if (at + count > source.length) return null
    at += count
    return source.slice(at - count, at)
  }
  const byte = () => bytes(1)?.[0] ?? null
  return {
    byte,
    bytes,
    compact: () => {
      const first = byte()
      if (first === null) return null
      const mode = first & 3
      if (mode === 3) {
        const value = toNumber(bytes((first >> 2) + 4))
        return value === null || value < 1n << (8n * BigInt((first >> 2) + 3)) || value < 1n << 30n
          ? null
          : value
      }
      const rest = toNumber(bytes(mode === 0 ? 0 : mode === 1 ? 1 : 3))
      if (rest === null) return null
      const value = BigInt(first >> 2) + (rest << 6n)
      const least = [0n, 1n << 6n, 1n << 14n][mode] ?? 0n
      return value < least ? null : value
    },
    isAtEnd: () => at === source.length,
    position: () => at,
    since: (start) => source.slice(start, at),
  }
}

/** Little endian. */
const toNumber = (bytes: Uint8Array | null): bigint | null =>
  bytes === null ? null : bytes.reduceRight((sum, one) => (sum << 8n) + BigInt(one), 0n)
