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

/** 1 to 21. Source: WCAG 2.2, contrast ratio. */
export const getContrast = (one: Rgb, other: Rgb): number => {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const white: Rgb = [255, 255, 255]

const ink: Rgb = [16, 20, 31]

const texts = { light: ink, dark: [242, 244, 248] } as const satisfies Record<ThemeMode, Rgb>

const pages = { light: white, dark: [18, 21, 28] } as const satisfies Record<ThemeMode, Rgb>

/**
 * Whether the frame may stand on this colour. A page that could choose any would write its amounts white on white:
 * even the quietest text keeps 4.5 to 1 where the loudest has 10.
 */
export const isQuietBackground = (color: Rgb, mode: ThemeMode): boolean =>
  getContrast(color, texts[mode]) >= 10

/** Whether a button of this colour is seen as one. */
export const isDistinguishable = (accent: Rgb, background: Rgb | null, mode: ThemeMode): boolean =>
  getContrast(accent, background ?? pages[mode]) >= 1.5

/** The text that is easier to read on `accent`: 4.5 to 1 or more. */
export const getTextColor = (accent: Rgb): "#fff" | "#10141f" =>
  getContrast(accent, white) >= 4.5 || getContrast(accent, white) >= getContrast(accent, ink)
    ? "#fff"
    : "#10141f"

/** Any CSS colour as the browser draws it; `null` where it is none, or shows what is behind it. */
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

/** Dresses the frame as the page around it is, as far as everything stays readable. */
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
