import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { Rgb } from "./contrast.ts"
import { getContrastRatio, minContrastRatio } from "./contrastRatio.ts"

const css = ["tokens.css", "modalTokens.css"]
  .map((file) => readFileSync(new URL(file, import.meta.url), "utf8"))
  .join("\n")

/** Converts OKLCH to sRGB. Source: CSS Color 4, sample code for color conversions. */
const fromOklch = (lightness: number, chroma: number, hue: number): Rgb => {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const toChannel = (part: number) => {
    const shown = part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055
    return Math.round(Math.min(1, Math.max(0, shown)) * 255)
  }
  return [
    toChannel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
    toChannel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
    toChannel(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s),
  ]
}

const parse = (color: string): Rgb => {
  const [, lightness, chroma, hue] = /^oklch\((\S+)% (\S+) (\S+)\)$/.exec(color) ?? []
  if (lightness !== undefined) return fromOklch(Number(lightness) / 100, Number(chroma), Number(hue))
  const full = color.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3")
  const [, red = "", green = "", blue = ""] = /^#(..)(..)(..)$/.exec(full) ?? []
  return [Number(`0x${red}`), Number(`0x${green}`), Number(`0x${blue}`)]
}

/** Returns the default colour of a token in the light and the dark theme. */
const readToken = (name: string): readonly [Rgb, Rgb] => {
  const value = css.slice(css.indexOf(`  ${name}:`))
  const [, light = "", dark = ""] =
    /light-dark\(((?:[^(),]|\([^)]*\))+), ((?:[^(),]|\([^)]*\))+)\)/.exec(value) ?? []
  return [parse(light), parse(dark)]
}

describe("default tokens", () => {
  const surfaces = ["--wm-page", "--wm-plain", "--wm-plain-2"]
  it.each(
    ["--wm-text", "--wm-muted", "--wm-accent", "--wm-ok", "--wm-bad"].flatMap((name) =>
      surfaces.map((surface) => [name, surface] as const),
    ),
  )("pass WCAG AA with %s as text on %s when no colour is set", (name, surface) => {
    const [light, dark] = readToken(name)
    const [lightSurface, darkSurface] = readToken(surface)
    expect(getContrastRatio(light, lightSurface)).toBeGreaterThanOrEqual(minContrastRatio)
    expect(getContrastRatio(dark, darkSurface)).toBeGreaterThanOrEqual(minContrastRatio)
  })
})
