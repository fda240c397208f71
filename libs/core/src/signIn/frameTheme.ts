import type { FrameTheme } from "@wmodal/chains/frame"
import { hasKey } from "@wmodal/protocol"
import type { Theme, ThemeVariables } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"

/** Returns true when the user's browser prefers dark pages; false when that is unknown. */
export const prefersDark = (window: Platform["Service"]["window"]): boolean => {
  try {
    if (window === null || !hasKey(window, "matchMedia") || typeof window.matchMedia !== "function")
      return false
    const query: unknown = window.matchMedia("(prefers-color-scheme: dark)")
    return typeof query === "object" && query !== null && hasKey(query, "matches") && query.matches === true
  } catch {
    return false
  }
}

/** The frame's names of the theme variables. Source: the AppKit 1.7.2 wire. */
const frameVariableNames = {
  accent: "--w3m-accent",
  colorMix: "--w3m-color-mix",
  colorMixStrength: "--w3m-color-mix-strength",
  fontFamily: "--w3m-font-family",
  fontSizeMaster: "--w3m-font-size-master",
  borderRadiusMaster: "--w3m-border-radius-master",
  zIndex: "--w3m-z-index",
} satisfies Partial<Record<keyof ThemeVariables, string>>

const defaultFrameColors = {
  dark: { accent: "hsla(230, 100%, 67%, 1)", background: "#121313" },
  light: { accent: "hsla(231, 100%, 70%, 1)", background: "#fff" },
} as const

/** Converts the theme to the frame's theme, so that both look alike. Pure. */
export const toFrameTheme = ({ mode, variables }: Theme, prefersDark: boolean): FrameTheme => {
  const themeMode = mode === "auto" ? (prefersDark ? "dark" : "light") : mode
  const { accent, background } = { ...defaultFrameColors[themeMode], ...variables }
  const { background: _, ...named } = variables
  const themeVariables: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(named) as [keyof typeof frameVariableNames, string | number][])
    themeVariables[frameVariableNames[name]] = value
  return {
    themeMode,
    themeVariables,
    w3mThemeVariables: { "--w3m-accent": accent, "--w3m-background": background },
  }
}
