/** Decodes a percent-encoded part of a URL; `null` when it is not UTF-8. */
export const decodePercent = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}
