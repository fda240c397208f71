/** Above it, ink is easier to read than white; at it, both have the same contrast. Source: WCAG 2.2, contrast ratio. */
const side = "(.1948 - y)*1e6"

/**
 * Returns the text colour that is easier to read on `accent`, white or the ink `#10141f`, as a CSS colour. The browser
 * computes it, because `y` of XYZ is the relative luminance: no canvas, and `accent` may be a variable.
 */
export const toTextColor = (accent: string | undefined): string =>
  `color(from ${accent} xyz clamp(.0071,${side},.9505) clamp(.0071,${side},1) clamp(.014,${side},1.0891))`
