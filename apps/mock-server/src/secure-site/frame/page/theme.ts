import type { Theme } from "../wallet/makeWalletHandlers.ts"

/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

export type ThemeMode = "light" | "dark"

const toLinear = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const getLuminance = ([red, green, blue]: Rgb) =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

/** Returns the contrast ratio of two colours, 1 to 21. Source: WCAG 2.2. */
export const getContrast = (one: Rgb, other: Rgb): number => {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const white: Rgb = [255, 255, 255]

const ink: Rgb = [16, 20, 31]

const texts = { light: ink, dark: [242, 244, 248] } as const satisfies Record<ThemeMode, Rgb>

const pages = { light: white, dark: [18, 21, 28] } as const satisfies Record<ThemeMode, Rgb>

/**
 * Returns whether the frame may use a background. An arbitrary one could hide amounts as white on white, so the
 * quietest text keeps 4.5 to 1 where the loudest has 10.
 */
export const isQuietBackground = (color: Rgb, mode: ThemeMode): boolean =>
  getContrast(color, texts[mode]) >= 10

/** Returns whether a button of this colour is distinguishable from its background. */
export const isDistinguishable = (accent: Rgb, background: Rgb | null, mode: ThemeMode): boolean =>
  getContrast(accent, background ?? pages[mode]) >= 1.5

/** Returns the more readable text colour on `accent`, with a contrast of 4.5 to 1 or more. */
export const getTextColor = (accent: Rgb): "#fff" | "#10141f" =>
  getContrast(accent, white) >= 4.5 || getContrast(accent, white) >= getContrast(accent, ink)
    ? "#fff"
    : "#10141f"

/** Parses a CSS colour as the browser renders it; `null` when it is invalid or not opaque. */
const parseColor = (color: string): Rgb | null => {
  if (!CSS.supports("color", color)) return null
  const context = new OffscreenCanvas(1, 1).getContext("2d")
  if (context === null) return null
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data
  return alpha === 255 ? [red, green, blue] : null
}

const parseOptionalColor = (value: string | undefined): Rgb | null =>
  value === undefined ? null : parseColor(value)

/** Applies the embedding page's theme to the frame as far as everything stays readable. */
export const makeTheme = (root: HTMLElement): ((theme: Theme) => void) => {
  let mode: ThemeMode = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
  let variables: Readonly<Record<string, string>> = {}

  const put = (name: string, color: Rgb | null, value = `rgb(${color?.join(" ")})`) => {
    if (color === null) root.style.removeProperty(name)
    else root.style.setProperty(name, value)
  }
  const show = () => {
    root.dataset["theme"] = mode
    const asked = parseOptionalColor(variables["--w3m-background"])
    const background = asked !== null && isQuietBackground(asked, mode) ? asked : null
    const color = parseOptionalColor(variables["--w3m-accent"])
    const accent = color !== null && isDistinguishable(color, background, mode) ? color : null
    put("--page", background)
    put("--accent", accent)
    put("--on-accent", accent, accent === null ? "" : getTextColor(accent))
  }
  show()

  return ({ themeMode = mode, w3mThemeVariables = variables }) => {
    mode = themeMode
    variables = w3mThemeVariables
    show()
  }
}
