import { describe, expect, it } from "vitest"
import { getTextColor, type Rgb } from "./contrast.ts"
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

describe("getTextColor", () => {
  it("returns white on a dark accent and ink on a light one", () => {
    expect(getTextColor([20, 60, 180])).toBe("#fff")
    expect(getTextColor([255, 210, 60])).toBe("#10141f")
  })

  it("returns the text colour with more contrast for any grey", () => {
    const ink: Rgb = [16, 20, 31]
    const white: Rgb = [255, 255, 255]
    for (let level = 0; level < 256; level += 1) {
      const grey: Rgb = [level, level, level]
      expect(getTextColor(grey)).toBe(
        getContrastRatio(grey, white) > getContrastRatio(grey, ink) ? "#fff" : "#10141f",
      )
    }
  })
})
