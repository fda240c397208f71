import type { Theme } from "@wmodal/core"
import { toTextColor } from "./textColor.ts"

/** The start of every theme variable's name in CSS; the rest is its name in kebab case. */
const prefix = "--wm-"

const isText = (value: unknown) => typeof value === "string"

/**
 * Applies the host's theme to one of the modal's elements, through CSSOM only: a strict CSP forbids style attributes.
 */
export const applyTheme = (element: HTMLElement, { mode, variables }: Theme) => {
  const { style } = element
  const onAccent = toTextColor(variables.accent)
  element.dataset["theme"] = mode
  for (const name of [...style].filter((set) => set.startsWith(prefix))) style.removeProperty(name)
  // A browser without relative colours keeps the default, and so does a page without an accent.
  for (const [name, value] of Object.entries({
    ...variables,
    onAccent: CSS.supports("color", onAccent) && onAccent,
  }))
    style.setProperty(
      prefix + name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
      // An empty value sets nothing.
      isText(value) ? value : typeof value === "number" ? `${value}${name === "zIndex" ? "" : "%"}` : "",
    )
  element.toggleAttribute("data-background", isText(variables.background))
}
