/** Maximum length in characters: longer URLs would only slow the page down. */
const maxImageUrlLength = 262_144

/** Returns an external image URL if it is safe as an `<img>` source: `https:` or `data:image`; else `null`. */
export const toSafeImageUrl = (url: string | null | undefined): string | null =>
  url != null && url.length <= maxImageUrlLength && /^(https:\/\/|data:image\/)/i.test(url) ? url : null
