/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

export type ThemeMode = "light" | "dark"

const linear = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** 1 to 21. Source: WCAG 2.2, contrast ratio. */
export const contrast = (one: Rgb, other: Rgb): number => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
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
export const isQuietBackground = (color: Rgb, mode: ThemeMode): boolean => contrast(color, texts[mode]) >= 10

/** Whether a button of this colour is seen as one. */
export const isSeen = (accent: Rgb, background: Rgb | null, mode: ThemeMode): boolean =>
  contrast(accent, background ?? pages[mode]) >= 1.5

/** The text that is easier to read on `accent`: 4.5 to 1 or more. */
export const textOn = (accent: Rgb): "#fff" | "#10141f" =>
  contrast(accent, white) >= 4.5 || contrast(accent, white) >= contrast(accent, ink) ? "#fff" : "#10141f"
