import { describe, expect, it } from "vitest"
import { contrast, readable, textOn } from "./contrast.ts"

describe("contrast", () => {
  it("is 21 between black and white, whichever comes first", () => {
    expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21)
    expect(contrast([255, 255, 255], [0, 0, 0])).toBeCloseTo(21)
  })

  it("is 1 between a colour and itself", () => {
    expect(contrast([53, 112, 234], [53, 112, 234])).toBe(1)
  })

  it("gives 4.54 for #767676 on white, the grey that just passes", () => {
    expect(contrast([0x76, 0x76, 0x76], [255, 255, 255])).toBeCloseTo(4.54, 2)
  })
})

describe("textOn", () => {
  it("puts white on a dark accent and ink on a light one", () => {
    expect(textOn([20, 60, 180]).color).toBe("#fff")
    expect(textOn([255, 210, 60]).color).toBe("#10141f")
  })

  it("says when neither can be read", () => {
    expect(textOn([128, 122, 126]).ratio).toBeLessThan(readable)
  })
})
