import { describe, expect, it } from "vitest"
import { getTextColor, type Rgb } from "./contrast.ts"
import { getContrastRatio } from "./contrastRatio.ts"

describe("contrast", () => {
  it("is 21 between black and white, whichever comes first", () => {
    expect(getContrastRatio([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
    expect(getContrastRatio([255, 255, 255], [0, 0, 0])).toBeCloseTo(21)
  })

  it("is 1 between a colour and itself", () => {
    expect(getContrastRatio([53, 112, 234], [53, 112, 234])).toBe(1)
  })

  it("gives 4.54 for #767676 on white, the grey that just passes", () => {
    expect(getContrastRatio([0x76, 0x76, 0x76], [255, 255, 255])).toBeCloseTo(4.54, 2)
  })
})

describe("textOn", () => {
  it("puts white on a dark accent and ink on a light one", () => {
    expect(getTextColor([20, 60, 180])).toBe("#fff")
    expect(getTextColor([255, 210, 60])).toBe("#10141f")
  })

  it("chooses the text that has more contrast, for any grey", () => {
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
