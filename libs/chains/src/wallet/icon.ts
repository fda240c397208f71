/** About 100 kB: what is larger would be copied into every list that shows it. */
const maxIconLength = 100_000

/** Only what an `<img>` shows without running or fetching anything unsafe. */
export const decodeIcon = (icon: unknown): string | null => {
  if (typeof icon !== "string" || icon.length > maxIconLength) return null
  const source = icon.trim()
  if (/^data:image\/(png|jpe?g|gif|webp|avif|svg\+xml)(;[\w=.-]+)*,./i.test(source)) return source
  return source.startsWith("https://") && source.length <= 2048 && URL.canParse(source) ? source : null
}
