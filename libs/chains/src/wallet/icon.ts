/** About 100 kB. Each list that shows the icon holds a copy. */
const maxIconLength = 100_000

/** Accepts only URLs that an `<img>` can show without running code or unsafe requests. */
export const decodeIcon = (icon: unknown): string | null => {
  if (typeof icon !== "string" || icon.length > maxIconLength) return null
  const source = icon.trim()
  if (/^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)(;[\w=.-]+)*,./i.test(source)) return source
  return source.startsWith("https://") && source.length <= 2048 && URL.canParse(source) ? source : null
}
