import { describe, expect, it, vi } from "vitest"
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
    ["there are two pointers", stone(22, 1, 22, 1)],
    ["a flag is unknown", stone(2, 8)],
    ["a flag of many bits is unknown", stone(2, 0x80, 1)],
    ["the flags are there twice", stone(2, 1, 2, 0)],
    ["there are terms without an etching", stone(2, 2)],
    ["it is turbo without an etching", stone(2, 4)],
    ["a rune is named without an etching", stone(4, 1)],
    ["a premine has no etching", stone(6, 1)],
    ["a rune is named twice", stone(2, 1, 4, 1, 4, 2)],
    ...[8, 10, 12, 14, 16, 18].flatMap((tag): [string, Uint8Array][] => [
      [`tag ${tag} has no terms`, stone(2, 1, tag, 1)],
      [`tag ${tag} has no etching`, stone(tag, 1)],
    ]),
    ["a height has more than 64 bits", stone(2, 3, 12, ...new Uint8Array(9).fill(0x80), 2)],
    ["the supply overflows", stone(2, 3, 8, 4, 10, ...new Uint8Array(18).fill(0x80), 1)],
    ["a mint has one number", stone(20, 1)],
    ["a mint has three numbers", stone(20, 1, 20, 1, 20, 1)],
    ["a mint names no rune", stone(20, 0, 20, 1)],
    ["a mint's block has more than 64 bits", stone(20, ...new Uint8Array(9).fill(0x80), 2, 20, 1)],
    ["a mint's transaction has more than 32 bits", stone(20, 1, 20, 0x80, 0x80, 0x80, 0x80, 0x10)],
    ["an edict names no rune", stone(0, 0, 1, 0, 0)],
    ["an edict's block has more than 64 bits", stone(0, ...new Uint8Array(9).fill(0x80), 2, 1, 1, 0)],
    ["an edict's transaction has more than 32 bits", stone(0, 1, 0x80, 0x80, 0x80, 0x80, 0x10, 1, 0)],
    ["edicts add up to more than 32 bits", stone(0, 1, 0xff, 0xff, 0xff, 0xff, 0xf, 1, 0, 0, 1, 1, 0)],
  ])("returns null when %s", (_, output) => {
    expect(decodeRunestone(output, 2)).toBeNull()
  })

  it.each([
    ["an etching", stone(2, 1, 4, 1, 6, 100)],
    ["an etching with terms, turbo", stone(2, 7, 4, 1, 6, 1, 8, 1, 10, 1, 12, 1, 14, 1, 16, 1, 18, 1)],
    ["a mint", stone(20, 1, 20, 1)],
    ["a body without edicts", stone(20, 1, 20, 1, 0)],
  ])("reads %s, which moves nothing", (_, output) => {
    expect(decodeRunestone(output, 2)).toEqual({ edicts: [], pointer: null })
  })

  it("ignores odd tags that are unknown", () => {
    expect(decodeRunestone(stone(99, 1), 2)).toEqual({ edicts: [], pointer: null })
  })

  it("stores the list of a tag once for its 20,000 values", () => {
    const message = new Uint8Array(40_007).fill(99)
    message.set([0x6a, 0x5d, 0x4e, 0x40, 0x9c, 0, 0])
    const stores = vi.spyOn(Map.prototype, "set")
    const read = decodeRunestone(message, 2)
    const lists = stores.mock.calls.filter(([tag]) => tag === 99n)
    stores.mockRestore()
    expect(read).toEqual({ edicts: [], pointer: null })
    expect(lists).toHaveLength(1)
  })
})

describe("isRunestone", () => {
  it("returns true for OP_RETURN with OP_13 only", () => {
    expect(isRunestone(stone(0))).toBe(true)
    expect(isRunestone(Uint8Array.of(0x6a, 1, 0x5d))).toBe(false)
  })
})
