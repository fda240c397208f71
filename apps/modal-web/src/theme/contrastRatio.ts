import { getLuminance, type Rgb } from "./contrast.ts"

/** What is needed between text and what lies behind it. Source: WCAG 2.2, 1.4.3. */
export const minContrastRatio = 4.5

/** 1 to 21. Source: WCAG 2.2, contrast ratio. */
export const getContrastRatio = (one: Rgb, other: Rgb) => {
  const [darker = 0, lighter = 0] = [getLuminance(one), getLuminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
