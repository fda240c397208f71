/** Longer ones, in characters, would only slow the page down. */
const longest = 262_144

/** A picture's address from outside, where it is safe as an `<img>` source: `https:` or `data:image`; else `null`. */
export const safePicture = (url: string | null | undefined): string | null =>
  url != null && url.length <= longest && /^(https:\/\/|data:image\/)/i.test(url) ? url : null
