/*
 * Keccak-256 on bigint lanes. It is here only for the checksum of an address that is shown: signing uses a library.
 * A library's costs a page 3.8 kB before the list of wallets is there, this one 0.5.
 * Source: the Keccak reference, https://keccak.team/keccak_specs_summary.html.
 */

/** Bytes taken in at a time. */
const rate = 136

const lane = (1n << 64n) - 1n

const rotate = (value: bigint, by: number) => {
  const bits = BigInt(by % 64)
  return ((value << bits) | (value >> (64n - bits))) & lane
}

/** The constants of the 24 rounds, from the linear feedback shift register that defines them. */
const roundConstants = () => {
  let register = 1
  return Array.from({ length: 24 }, () => {
    let constant = 0n
    for (let bit = 0; bit < 7; bit += 1) {
      if (register & 1) constant |= 1n << BigInt((1 << bit) - 1)
      register = register & 0x80 ? (register << 1) ^ 0x171 : register << 1
    }
    return constant
  })
}

const permute = (state: bigint[]) => {
  const at = (x: number, y: number) => state[(x % 5) + 5 * (y % 5)] ?? 0n
  for (const constant of roundConstants()) {
    const parity = [0, 1, 2, 3, 4].map((x) => at(x, 0) ^ at(x, 1) ^ at(x, 2) ^ at(x, 3) ^ at(x, 4))
    const column = (x: number) => parity[x % 5] ?? 0n
    for (let i = 0; i < 25; i += 1)
      state[i] = (state[i] ?? 0n) ^ column((i % 5) + 4) ^ rotate(column((i % 5) + 1), 1)

    let [x, y, moving] = [1, 0, at(1, 0)]
    for (let step = 0; step < 24; step += 1) {
      ;[x, y] = [y, (2 * x + 3 * y) % 5]
      const next = at(x, y)
      state[x + 5 * y] = rotate(moving, ((step + 1) * (step + 2)) / 2)
      moving = next
    }

    for (let row = 0; row < 5; row += 1) {
      const old = [0, 1, 2, 3, 4].map((column) => at(column, row))
      for (let i = 0; i < 5; i += 1)
        state[i + 5 * row] = (old[i] ?? 0n) ^ (~(old[(i + 1) % 5] ?? 0n) & lane & (old[(i + 2) % 5] ?? 0n))
    }
    state[0] = (state[0] ?? 0n) ^ constant
  }
}

/** @returns 64 hex digits. */
export const keccak256 = (input: Uint8Array): string => {
  const padded = new Uint8Array((Math.floor(input.length / rate) + 1) * rate)
  padded.set(input)
  padded[input.length] = 1
  padded[padded.length - 1] = (padded[padded.length - 1] ?? 0) | 0x80

  const state = Array.from({ length: 25 }, () => 0n)
  const words = new DataView(padded.buffer)
  for (let block = 0; block < padded.length; block += rate) {
    for (let i = 0; i < rate / 8; i += 1)
      state[i] = (state[i] ?? 0n) ^ words.getBigUint64(block + 8 * i, true)
    permute(state)
  }

  const digest = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 4; i += 1) digest.setBigUint64(8 * i, state[i] ?? 0n, true)
  return Array.from({ length: 32 }, (_, i) => digest.getUint8(i).toString(16).padStart(2, "0")).join("")
}
