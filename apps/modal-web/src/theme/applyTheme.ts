import type { Theme, ThemeVariables } from "@wmodal/core"
import { readColor, textOn } from "./contrast.ts"

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

/** Text colour for the host's accent; `null` where that is no colour. */
const onAccent = (accent: string) => {
  const rgb = readColor(accent)
  return rgb && textOn(rgb).color
}

/** Puts the host's theme on one of our elements, by CSSOM alone: a strict CSP forbids style attributes. */
export const applyTheme = (element: HTMLElement, theme: Theme) => {
  element.dataset["theme"] = theme.mode
  for (const [name, property] of Object.entries(properties)) {
    const value: unknown = theme.variables[name as keyof ThemeVariables]
    if (typeof value === "string") element.style.setProperty(property, value)
    else if (typeof value === "number")
      element.style.setProperty(property, name === "zIndex" ? `${value}` : `${value}%`)
    else element.style.removeProperty(property)
  }
  const { accent, background, colorMix } = theme.variables
  const text = typeof accent === "string" ? onAccent(accent) : null
  if (text === null) element.style.removeProperty("--wm-on-accent")
  else element.style.setProperty("--wm-on-accent", text)
  element.toggleAttribute("data-background", typeof background === "string")
  element.toggleAttribute("data-mixed", typeof colorMix === "string")
}
