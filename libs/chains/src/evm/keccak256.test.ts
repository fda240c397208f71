import fc from "fast-check"
import { keccak256 as reference } from "ox/Hash"
import { describe, expect, it } from "vitest"
import { keccak256 } from "./keccak256.ts"

describe("keccak256", () => {
  it("gives the well-known digest of nothing", () => {
    expect(keccak256(new Uint8Array())).toBe(
      "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470",
    )
  })

  it("agrees with a library on inputs of every length around a block", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (input) => {
        expect(`0x${keccak256(input)}`).toBe(reference(input, { as: "Hex" }))
      }),
      { seed: 6963, numRuns: 100 },
    )
    for (const length of [135, 136, 137, 271, 272, 273]) {
      const input = new Uint8Array(length).fill(7)
      expect(`0x${keccak256(input)}`).toBe(reference(input, { as: "Hex" }))
    }
  })
})
