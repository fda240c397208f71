import { createHash } from "node:crypto"

/** Random numbers that are the same in every run: each call takes the next ones. */
export interface SeededRandom {
  readonly bytes: (count: number) => Uint8Array
  /** Returns an integer from 0 to `below` - 1. */
  readonly integer: (below: number) => number
  /** Returns a UUID of version 4. */
  readonly uuid: () => string
}

/** Makes a stream by SHA-256 over the seed and a counter: the same seed gives the same stream. */
export const makeSeededRandom = (seed: string): SeededRandom => {
  let block = 0
  let rest = Buffer.alloc(0)
  const bytes = (count: number) => {
    const parts = [rest]
    let have = rest.length
    while (have < count) {
      const next = createHash("sha256").update(`${seed}\n${block}`).digest()
      block += 1
      have += next.length
      parts.push(next)
    }
    const all = Buffer.concat(parts)
    rest = all.subarray(count)
    return new Uint8Array(all.subarray(0, count))
  }
  return {
    bytes,
    // 48 bits over any requested count: the bias is negligible.
    integer: (below) => Buffer.from(bytes(6)).readUIntBE(0, 6) % below,
    uuid: () => {
      const hex = Buffer.from(bytes(16)).toString("hex")
      return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20)}`
    },
  }
}
