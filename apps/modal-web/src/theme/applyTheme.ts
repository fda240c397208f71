import type { Theme, ThemeVariables } from "@wmodal/core"
import { getTextColor, parseColor } from "./contrast.ts"

/** Names of the theme's variables; in CSS they are `--wm-` and the name in kebab case. */
const names = [
  "accent",
  "background",
  "colorMix",
  "colorMixStrength",
  "fontFamily",
  "fontSizeMaster",
  "borderRadiusMaster",
  "zIndex",
] as const satisfies readonly (keyof ThemeVariables)[]

/**
 * Applies the host's theme to one of the modal's elements, through CSSOM only: a strict CSP forbids style attributes.
 */
export const applyTheme = (element: HTMLElement, { mode, variables }: Theme) => {
  const set = (name: string, value: string | null) =>
    // An empty value removes the property.
    element.style.setProperty(
      `--wm-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      value ?? "",
    )
  const isText = (value: unknown) => typeof value === "string"
  element.dataset["theme"] = mode
  for (const name of names) {
    const value: unknown = variables[name]
    set(
      name,
      isText(value) ? value : typeof value === "number" ? `${value}${name === "zIndex" ? "" : "%"}` : null,
    )
  }
  const { accent, background, colorMix } = variables
  const rgb = isText(accent) ? parseColor(accent) : null
  set("onAccent", rgb && getTextColor(rgb))
  element.toggleAttribute("data-background", isText(background))
  element.toggleAttribute("data-mixed", isText(colorMix))
}
