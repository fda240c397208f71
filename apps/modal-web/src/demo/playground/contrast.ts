const toLinear = (channel: number) => {
  const share = channel / 255
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
}

/** Returns the relative luminance of `#rrggbb`, 0 to 1. Source: WCAG 2.2. */
const getLuminance = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    toLinear(Number.parseInt(color.slice(at, at + 2), 16)),
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Returns the contrast of two `#rrggbb` colors, 1 to 21. Source: WCAG 2.2. */
export const getContrast = (one: string, other: string): number => {
  const [light = 0, dark = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => b - a)
  return (light + 0.05) / (dark + 0.05)
}

/** The least contrast of controls and large text. Source: WCAG 2.2, 1.4.11. */
const leastContrast = 3

/**
 * Returns a warning when the accent is hard to see on the modal's background, `null` when it is not.
 * @param background of the theme, `null` for the modal's own in both modes
 */
export const findLowContrast = (accent: string | null, background: string | null): string | null => {
  if (accent === null) return null
  const surfaces: readonly (readonly [string, string])[] =
    background === null
      ? [
          ["the light theme", "#ffffff"],
          ["the dark theme", "#12151c"],
        ]
      : [["this background", background]]
  const low = surfaces
    .map(([name, surface]) => [name, getContrast(accent, surface)] as const)
    .filter(([, contrast]) => contrast < leastContrast)
  return low.length === 0
    ? null
    : `Low contrast: ${low.map(([name, contrast]) => `${contrast.toFixed(1)} to 1 on ${name}`).join(", ")}. Buttons and marks need 3 to 1.`
}
