/** The longest wait for the page's own headers, in milliseconds: the blank window waits too. */
const longestWaitMs = 2_000

let known: boolean | null = null

const readHeader = async (): Promise<boolean | null> => {
  if (globalThis.crossOriginIsolated) return true
  try {
    const { origin, pathname } = new URL(location.href)
    // Its query may hold what is valid once. It is asked with cookies: a page behind a login answers others otherwise.
    const { headers, ok } = await fetch(origin + pathname, {
      method: "HEAD",
      redirect: "error",
      signal: AbortSignal.timeout(longestWaitMs),
    })
    // A server without HEAD may answer with other headers.
    return ok ? /^same-origin(?!-allow)/.test(headers.get("cross-origin-opener-policy") ?? "") : null
  } catch {
    return null
  }
}

/**
 * Returns whether the header `Cross-Origin-Opener-Policy` separates this page from windows of other origins; `null`
 * where that cannot be read. A page cannot see the headers that it came with, so it requests them again.
 */
export const isSeparatedByHeader = async (): Promise<boolean | null> => (known ??= await readHeader())

/** Records that a window which was just opened looked closed. */
export const assumeSeparated = (): void => {
  known = true
}
