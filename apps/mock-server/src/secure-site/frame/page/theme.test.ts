import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { getContrast, getTextColor, isDistinguishable, isQuietBackground, type Rgb } from "./theme.ts"

const anyColor = fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255))
const rgb = { "#fff": [255, 255, 255], "#10141f": [16, 20, 31] } as const satisfies Record<string, Rgb>

describe("frame theme colours", () => {
  it("rejects backgrounds with too little contrast to the text", () => {
    expect(isQuietBackground([255, 255, 255], "light")).toBe(true)
    expect(isQuietBackground([18, 19, 19], "dark")).toBe(true)
    expect(isQuietBackground([255, 255, 255], "dark")).toBe(false)
    expect(isQuietBackground([16, 20, 31], "light")).toBe(false)
    expect(isQuietBackground([128, 128, 128], "light")).toBe(false)
  })

  it("rejects accents that hide a button", () => {
    expect(isDistinguishable([51, 96, 255], null, "light")).toBe(true)
    expect(isDistinguishable([255, 255, 255], null, "light")).toBe(false)
    expect(isDistinguishable([18, 19, 19], [18, 19, 19], "dark")).toBe(false)
  })

  it("has a readable text colour on every accent", () => {
    fc.assert(
      fc.property(anyColor, (color) => {
        expect(getContrast(color, rgb[getTextColor(color)])).toBeGreaterThanOrEqual(4.3)
      }),
    )
  })
})
