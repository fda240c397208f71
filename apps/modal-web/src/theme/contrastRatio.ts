import { getLuminance, type Rgb } from "./contrast.ts"

/** The minimum contrast between text and its background. Source: WCAG 2.2, 1.4.3. */
export const minContrastRatio = 4.5

/** Returns the contrast ratio, 1 to 21. Source: WCAG 2.2, contrast ratio. */
export const getContrastRatio = (one: Rgb, other: Rgb) => {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
