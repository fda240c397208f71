/** Parses a URL; `null` for an invalid one. `URL.parse` does the same, in newer browsers and Node 22 only. */
export const parseUrl = (url: string, base?: string): URL | null => {
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

/** Reports that a URL names no user and no password, with which browsers and Node send no request. */
export const hasNoPassword = (url: string): boolean => {
  const parsed = parseUrl(url)
  return parsed === null || (parsed.username === "" && parsed.password === "")
}
