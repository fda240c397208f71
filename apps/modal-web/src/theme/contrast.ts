/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

const linear = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

const luminance = ([red, green, blue]: Rgb) =>
  0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)

/** 1 to 21. Source: WCAG 2.2, contrast ratio. */
export const contrast = (one: Rgb, other: Rgb) => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const white: Rgb = [255, 255, 255]
const ink: Rgb = [16, 20, 31]

/** What is needed between text and what lies behind it. Source: WCAG 2.2, 1.4.3. */
export const readable = 4.5

/** The text colour that is easier to read on `accent`, and how easy that is. */
export const textOn = (accent: Rgb): { readonly color: "#fff" | "#10141f"; readonly ratio: number } => {
  const onWhite = contrast(accent, white)
  const onInk = contrast(accent, ink)
  return onWhite >= onInk ? { color: "#fff", ratio: onWhite } : { color: "#10141f", ratio: onInk }
}

/** Any CSS colour as the browser draws it; `null` where it is none, or where there is nothing to draw on. */
export const readColor = (color: string): Rgb | null => {
  if (typeof OffscreenCanvas === "undefined" || !CSS.supports("color", color)) return null
  const context = new OffscreenCanvas(1, 1).getContext("2d")
  if (context === null) return null
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
