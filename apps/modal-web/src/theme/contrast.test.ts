import { describe, expect, it } from "vitest"
import { getContrastRatio } from "./contrastRatio.ts"

describe("getContrastRatio", () => {
  it("returns 21 between black and white in either order", () => {
    expect(getContrastRatio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
    expect(getContrastRatio([255, 255, 255], [0, 0, 0])).toBeCloseTo(21)
  })

  it("returns 1 between a colour and itself", () => {
    expect(getContrastRatio([53, 112, 234], [53, 112, 234])).toBe(1)
  })

  it("returns 4.54 for #767676 on white, the lightest grey that passes", () => {
    expect(getContrastRatio([0x76, 0x76, 0x76], [255, 255, 255])).toBeCloseTo(4.54, 2)
  })
})
