const primes = Array.from({ length: 312 }, (_, n) => n).filter(
  (n) => n > 1 && !Array.from({ length: n }, (_, d) => d).some((d) => d > 1 && n % d === 0),
)

/** The first 32 bits of a root's fraction, exactly: the roots of numbers this small leave a double bits to spare. */
const fraction = (root: number) => Math.floor((root % 1) * 2 ** 32) | 0

/**
 * SHA-256, for the checksums of addresses: the platform's own answers later, and in a secure context only.
 * Not for secrets. Source: FIPS 180-4.
 */
export const sha256 = (message: Uint8Array): Uint8Array => {
  const state = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)))
  const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)))
  const padded = new Uint8Array(Math.ceil((message.length + 9) / 64) * 64)
  padded.set(message)
  padded[message.length] = 0x80
  const view = new DataView(padded.buffer)
  view.setBigUint64(padded.length - 8, BigInt(message.length) * 8n)
  const words = new Int32Array(64)
  const word = (at: number) => words[at] ?? 0

  for (let block = 0; block < padded.length; block += 64) {
    for (let t = 0; t < 64; t++) {
      const low = word(t - 15)
      const high = word(t - 2)
      words[t] =
        t < 16
          ? view.getInt32(block + t * 4)
          : word(t - 16) +
            (turn(low, 7) ^ turn(low, 18) ^ (low >>> 3)) +
            word(t - 7) +
            (turn(high, 17) ^ turn(high, 19) ^ (high >>> 10))
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let t = 0; t < 64; t++) {
      const choice = (e & f) ^ (~e & g)
      const majority = (a & b) ^ (a & c) ^ (b & c)
      const first = h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + (constants[t] ?? 0) + word(t)
      const second = (turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority
      h = g
      g = f
      f = e
      e = (d + first) | 0
      d = c
      c = b
      b = a
      a = (first + second) | 0
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + value
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [at, value] of state.entries()) digest.setInt32(at * 4, value)
  return new Uint8Array(digest.buffer)
}

const turn = (value: number, bits: number) => (value >>> bits) | (value << (32 - bits))
