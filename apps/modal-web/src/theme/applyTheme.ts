import type { Theme, ThemeVariables } from "@wmodal/core"
import { toTextColor } from "./textColor.ts"

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
  "onAccent",
] as const satisfies readonly (keyof ThemeVariables | "onAccent")[]

const isText = (value: unknown) => typeof value === "string"

/**
 * Applies the host's theme to one of the modal's elements, through CSSOM only: a strict CSP forbids style attributes.
 */
export const applyTheme = (element: HTMLElement, { mode, variables }: Theme) => {
  const onAccent = toTextColor(variables.accent)
  // A browser without relative colours keeps the default, and so does a page without an accent.
  const values: Record<string, unknown> = {
    ...variables,
    onAccent: CSS.supports("color", onAccent) ? onAccent : null,
  }
  element.dataset["theme"] = mode
  for (const name of names) {
    const value = values[name]
    element.style.setProperty(
      `--wm-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
      // An empty value removes the property.
      isText(value) ? value : typeof value === "number" ? `${value}${name === "zIndex" ? "" : "%"}` : "",
    )
  }
  element.toggleAttribute("data-background", isText(values["background"]))
  element.toggleAttribute("data-mixed", isText(values["colorMix"]))
}
