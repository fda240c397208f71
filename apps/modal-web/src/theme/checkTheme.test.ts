import { afterEach, describe, expect, it, vi } from "vitest"
import { checkTheme } from "./checkTheme.ts"

/** Returns a browser stub that draws each of these colours as these channels, in a dark or a light system theme. */
const drawing = (colors: Readonly<Record<string, readonly number[]>>, dark = false) => {
  vi.stubGlobal("CSS", { supports: (_: string, color: string) => color in colors })
  vi.stubGlobal("matchMedia", () => ({ matches: dark }))
  vi.stubGlobal(
    "OffscreenCanvas",
    class {
      getContext() {
        return {
          fillStyle: "",
          fillRect: () => {},
          getImageData() {
            return { data: colors[this.fillStyle] }
          },
        }
      }
    },
  )
}

const listWarnings = (variables: object, mode: "light" | "dark" | "auto" = "auto") => {
  const warnings: string[] = []
  checkTheme({ mode, variables }, (text) => warnings.push(text))
  return warnings
}

describe("checkTheme", () => {
  afterEach(() => {
    vi.unstubAllGlobals()
  })

  it("warns about an accent on which neither white nor ink is readable, with its contrast", () => {
    drawing({ mauve: [128, 122, 126], navy: [20, 60, 180] })
    expect(listWarnings({ accent: "navy" })).toEqual([])
    expect(listWarnings({ accent: "mauve" })).toEqual([
      "The accent mauve gives text on it a contrast of 4.38:1. WCAG AA requires 4.5:1.",
    ])
  })

  it("warns about a background that does not fit the mode in use", () => {
    drawing({ black: [0, 0, 0] })
    expect(listWarnings({ background: "black" }, "dark")).toEqual([])
    expect(listWarnings({ background: "black" }, "light")[0]).toMatch(/^The background black gives text/)
    expect(listWarnings({ background: "black" })).toHaveLength(1)
    drawing({ black: [0, 0, 0] }, true)
    expect(listWarnings({ background: "black" })).toEqual([])
  })

  it("ignores values that are not colours", () => {
    drawing({})
    expect(listWarnings({ accent: "nothing", background: 7 })).toEqual([])
  })
})
