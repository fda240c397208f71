import { describe, expect, it } from "vitest"
import { decodeRunestone, isRunestone } from "./Runestone.ts"

/** Numbers below 128 as one push. */
const stone = (...numbers: readonly number[]) => Uint8Array.of(0x6a, 0x5d, numbers.length, ...numbers)

describe("decodeRunestone", () => {
  it("reads edicts, whose ids are differences, and the pointer", () => {
    expect(decodeRunestone(stone(22, 1, 0, 2, 3, 100, 0, 0, 4, 7, 1, 1, 5, 0, 2), 2)).toEqual({
      edicts: [
        { rune: "2:3", amount: 100n, output: 0 },
        { rune: "2:7", amount: 7n, output: 1 },
        { rune: "3:5", amount: 0n, output: 2 },
      ],
      pointer: 1,
    })
  })

  it("reads numbers of several bytes, over several pushes", () => {
    const output = Uint8Array.of(0x6a, 0x5d, 2, 0, 0xc0, 5, 0xa2, 0x33, 1, 5, 0)
    expect(decodeRunestone(output, 1)).toEqual({
      edicts: [{ rune: "840000:1", amount: 5n, output: 0 }],
      pointer: null,
    })
  })

  it.each([
    ["a number is cut", Uint8Array.of(0x6a, 0x5d, 1, 0x80)],
    [
      "a number has more than 128 bits",
      Uint8Array.of(0x6a, 0x5d, 19, ...new Uint8Array(18).fill(0xff), 0x7f),
    ],
    ["it has another operation than pushes", Uint8Array.of(0x6a, 0x5d, 0x51)],
    ["a tag has no value", stone(20)],
    ["an even tag is unknown", stone(98, 1)],
    ["the pointer is no output", stone(22, 2)],
    ["an edict is cut", stone(0, 1, 1, 1)],
    ["an edict names no output", stone(0, 1, 1, 1, 3)],
  ])("returns null when %s", (_, output) => {
    expect(decodeRunestone(output, 2)).toBeNull()
  })

  it("ignores odd tags that are unknown", () => {
    expect(decodeRunestone(stone(99, 1), 2)).toEqual({ edicts: [], pointer: null })
  })
})

describe("isRunestone", () => {
  it("returns true for OP_RETURN with OP_13 only", () => {
    expect(isRunestone(stone(0))).toBe(true)
    expect(isRunestone(Uint8Array.of(0x6a, 1, 0x5d))).toBe(false)
  })
})
