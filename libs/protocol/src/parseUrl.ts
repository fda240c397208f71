/** Parses a URL; `null` for an invalid one. `URL.parse` does the same, in newer browsers and Node 22 only. */
export const parseUrl = (url: string, base?: string): URL | null => {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

/** Returns true for an http or https URL without a user name and a password, with which browsers and Node send no request. */
export const isWebUrl = (text: string): boolean => {
  const url = parseUrl(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}
