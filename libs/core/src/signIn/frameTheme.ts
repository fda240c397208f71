import type { FrameTheme } from "@wmodal/chains/frame"
import type { Theme, ThemeVariables } from "../options/Options.ts"

/** The well-known names of what a host sets. Source: the AppKit 1.7.2 wire. */
const names = {
  accent: "--w3m-accent",
  colorMix: "--w3m-color-mix",
  colorMixStrength: "--w3m-color-mix-strength",
  fontFamily: "--w3m-font-family",
  fontSizeMaster: "--w3m-font-size-master",
  borderRadiusMaster: "--w3m-border-radius-master",
  zIndex: "--w3m-z-index",
} satisfies Partial<Record<keyof ThemeVariables, string>>

const defaults = {
  dark: { accent: "hsla(230, 100%, 67%, 1)", background: "#121313" },
  light: { accent: "hsla(231, 100%, 70%, 1)", background: "#fff" },
} as const

/** What the frame is told, to look like the page. Pure. */
export const frameTheme = ({ mode, variables }: Theme, prefersDark: boolean): FrameTheme => {
  const themeMode = mode === "auto" ? (prefersDark ? "dark" : "light") : mode
  const { accent, background } = { ...defaults[themeMode], ...variables }
  const { background: _, ...named } = variables
  const themeVariables: Record<string, string | number> = {}
  for (const [name, value] of Object.entries(named) as [keyof typeof names, string | number][])
    themeVariables[names[name]] = value
  return {
    themeMode,
    themeVariables,
    w3mThemeVariables: { "--w3m-accent": accent, "--w3m-background": background },
  }
}
