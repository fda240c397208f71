import type { Theme, ThemeVariables } from "@wmodal/core"
import { contrast, readable, readColor, textOn } from "./contrast.ts"

const properties = {
  accent: "--wm-accent",
  background: "--wm-background",
  colorMix: "--wm-mix",
  colorMixStrength: "--wm-mix-strength",
  fontFamily: "--wm-font-family",
  fontSizeMaster: "--wm-font-size-master",
  borderRadiusMaster: "--wm-border-radius-master",
  zIndex: "--wm-z-index",
} satisfies Record<keyof ThemeVariables, string>

/** What of the host's theme cannot be read. */
const doubt = (what: string, ratio: number, warn: (text: string) => void) => {
  if (ratio < readable)
    warn(`The ${what} gives text on it a contrast of ${ratio.toFixed(2)}:1. WCAG AA asks for 4.5:1.`)
}

/** Text colour for the host's accent; says so on `warn` when nothing can be read on it. */
const onAccent = (accent: string, warn: (text: string) => void) => {
  const rgb = readColor(accent)
  if (rgb === null) return null
  const { color, ratio } = textOn(rgb)
  doubt(`accent ${accent}`, ratio, warn)
  return color
}

/** The colour of text in a dark theme, and in a light one. Source: `tokens.css`. */
const texts = { dark: [242, 244, 248], light: [16, 20, 31] } as const

/** A background of the host's is one in both themes: it must fit the one in use. */
const checkBackground = (background: string, { mode }: Theme, warn: (text: string) => void) => {
  const rgb = readColor(background)
  const auto = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
  if (rgb !== null)
    doubt(`background ${background}`, contrast(rgb, texts[mode === "auto" ? auto : mode]), warn)
}

/** Puts the host's theme on one of our elements, by CSSOM alone: a strict CSP forbids style attributes. */
export const applyTheme = (element: HTMLElement, theme: Theme, warn: (text: string) => void) => {
  element.dataset["theme"] = theme.mode
  for (const [name, property] of Object.entries(properties)) {
    const value: unknown = theme.variables[name as keyof ThemeVariables]
    if (typeof value === "string") element.style.setProperty(property, value)
    else if (typeof value === "number")
      element.style.setProperty(property, name === "zIndex" ? `${value}` : `${value}%`)
    else element.style.removeProperty(property)
  }
  const { accent, background, colorMix } = theme.variables
  if (typeof background === "string") checkBackground(background, theme, warn)
  const text = typeof accent === "string" ? onAccent(accent, warn) : null
  if (text === null) element.style.removeProperty("--wm-on-accent")
  else element.style.setProperty("--wm-on-accent", text)
  element.toggleAttribute("data-background", typeof background === "string")
  element.toggleAttribute("data-mixed", typeof colorMix === "string")
}
