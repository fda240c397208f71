/** Red, green and blue, 0 to 255. */
export type Rgb = readonly [number, number, number]

const toLinear = (channel: number) => {
  const part = channel / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

/** Returns the relative luminance, 0 to 1. Source: WCAG 2.2, relative luminance. */
export const getLuminance = ([red, green, blue]: Rgb) =>
  0.2126 * toLinear(red) + 0.7152 * toLinear(green) + 0.0722 * toLinear(blue)

/** Parses any CSS colour by drawing it; `null` when it is invalid, or when there is no canvas. */
export const parseColor = (color: string): Rgb | null => {
  if (typeof OffscreenCanvas === "undefined" || !CSS.supports("color", color)) return null
  const context = new OffscreenCanvas(1, 1).getContext("2d")
  if (context === null) return null
  context.fillStyle = color
  context.fillRect(0, 0, 1, 1)
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data
  return [red, green, blue]
}
