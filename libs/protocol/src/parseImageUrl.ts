import { parseUrl } from "./parseUrl.ts"

/** About 100 kB. Each list that shows the image holds a copy. */
const maxDataUrlLength = 100_000

/**
 * Parses an external image URL: the data of an image, or an `https:` address. `null` for all others, which an `<img>`
 * could not show without running code or unsafe requests.
 */
export const parseImageUrl = (url: unknown): string | null => {
  if (typeof url !== "string" || url.length > maxDataUrlLength) return null
  const source = url.trim()
  if (/^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)(;[\w=.-]+)*,./i.test(source)) return source
  return source.startsWith("https://") && source.length <= 2048 && parseUrl(source) !== null ? source : null
}
