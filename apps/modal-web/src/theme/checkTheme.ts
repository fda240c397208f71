import type { Theme } from "@wmodal/core"
import { parseColor, type Rgb } from "./contrast.ts"
import { getContrastRatio, minContrastRatio } from "./contrastRatio.ts"

/** The text colours of the dark and the light theme. Source: `tokens.css`. */
const texts = { dark: [242, 244, 248], light: [16, 20, 31] } as const

/** Returns the contrast of text on a host colour when it is too low to read; otherwise `null`. */
const findLowContrast = (color: string, ratioOn: (rgb: Rgb) => number) => {
  const rgb = parseColor(color)
  const ratio = rgb === null ? minContrastRatio : ratioOn(rgb)
  return ratio < minContrastRatio ? ratio : null
}

/** Calls `warn` with each colour of the theme on which text is not readable. A background must fit the mode in use. */
export const checkTheme = ({ mode, variables }: Theme, warn: (text: string) => void): void => {
  const check = (name: "accent" | "background", ratioOn: Parameters<typeof findLowContrast>[1]) => {
    const color: unknown = variables[name]
    const ratio = typeof color === "string" ? findLowContrast(color, ratioOn) : null
    if (ratio !== null)
      warn(
        `The ${name} ${String(color)} gives text on it a contrast of ${ratio.toFixed(2)}:1. WCAG AA requires 4.5:1.`,
      )
  }
  const auto = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
  check("accent", (rgb) =>
    Math.max(getContrastRatio(rgb, [255, 255, 255]), getContrastRatio(rgb, texts.light)),
  )
  check("background", (rgb) => getContrastRatio(rgb, texts[mode === "auto" ? auto : mode]))
}
