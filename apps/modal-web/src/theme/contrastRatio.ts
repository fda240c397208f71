import { luminance, type Rgb } from "./contrast.ts"

/** What is needed between text and what lies behind it. Source: WCAG 2.2, 1.4.3. */
export const readable = 4.5

/** 1 to 21. Source: WCAG 2.2, contrast ratio. */
export const contrast = (one: Rgb, other: Rgb) => {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}
