import { type Hex, hexToBytes } from "viem"

/** The widest distance of a match, and the slots of the table that finds one. */
const window = 8_192
/** The longest literal run, and the longest match of one instruction. */
const longestRun = 32
const longestMatch = 262

/**
 * Counts the bytes that FastLZ, level 1, compresses to, by which rollups since Fjord charge for data. Source: OP Stack,
 * Fjord, FastLZ implementation.
 */
export const countFastLz = (hex: Hex): number => {
  const bytes = hexToBytes(hex)
  const table = new Uint32Array(window)
  const at = (index: number): number => bytes[index] ?? 0
  const threeAt = (index: number): number => at(index) | (at(index + 1) << 8) | (at(index + 2) << 16)
  /** Remembers a place. @returns the last one whose three bytes have the same slot */
  const remember = (index: number): number => {
    const slot = Math.imul(2_654_435_769, threeAt(index)) >>> 19
    const last = table[slot] ?? 0
    table[slot] = index
    return last
  }
  // The last bytes are always literals.
  const limit = bytes.length - 13
  let length = 0
  let written = 0
  let index = 2
  while (index < limit) {
    const last = remember(index)
    if (index - last >= window || threeAt(last) !== threeAt(index)) {
      index++
      continue
    }
    length += countLiterals(index - written)
    const most = limit + 6 - index
    let run = 0
    let isSame = true
    while (isSame && run < most) {
      isSame = at(last + 3 + run) === at(index + 3 + run)
      run++
    }
    length += countMatch(run)
    const end = index + run
    remember(end)
    remember(end + 1)
    index = end + 2
    written = index
  }
  return length + countLiterals(bytes.length - written)
}

const countLiterals = (run: number): number => {
  const rest = run % longestRun
  return Math.floor(run / longestRun) * (longestRun + 1) + (rest === 0 ? 0 : rest + 1)
}

const countMatch = (run: number): number => {
  const more = run - 1
  return 3 * Math.floor(more / longestMatch) + (more % longestMatch >= 6 ? 3 : 2)
}
