import { describe, expect, it } from "vitest"
import { isSameAddress } from "./sameAddress.ts"

describe("isSameAddress", () => {
  it.each([
    "0xd8dA6BF26964aF9D7eEd9e03E53415D37aA96045",
    "bc1q4qw42stdzjqs59xvlrlxr8526e3nunw7mp73te",
    "ab".repeat(32),
  ])("reads %s in either case", (text) => {
    const upper = text.startsWith("0x") ? `0x${text.slice(2).toUpperCase()}` : text.toUpperCase()
    expect(isSameAddress(text, upper)).toBe(true)
    expect(isSameAddress(text, `${text.slice(0, -1)}${text.endsWith("5") ? "6" : "5"}`)).toBe(false)
  })

  it.each([
    ["9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7Xaqp", "9Tj3srBSxH7RFRCm8uharreY7ZBS49XSfpwCeYa7XaqP"],
    ["1Ei9UmLQv4o4UJTy5r5mnGFeC9auM3W5P1", "1EI9UmLQv4o4UJTy5r5mnGFeC9auM3W5P1"],
  ])("tells base58 apart by its case: %s", (one, other) => {
    expect(isSameAddress(one, other)).toBe(false)
    expect(isSameAddress(one, one)).toBe(true)
  })
})
