import { parseUrl } from "../parseUrl.ts"
import { NetworkError } from "./NetworkError.ts"

/**
 * Returns the host that a response leads to, with its port; `""` where the platform hides it, as a browser does, and
 * where the address is invalid. `null` for a response that is no redirect.
 */
const getRedirectHost = ({ headers, status, type }: Response, url: string): string | null => {
  if (type === "opaqueredirect") return ""
  if (![301, 302, 303, 307, 308].includes(status)) return null
  const to = headers.get("location")
  return (to !== null && parseUrl(to, url)?.host) || ""
}

/** Returns the response, unless it is a redirect. @throws NetworkError when it is one. */
export const refuseRedirect = (response: Response, url: string): Response => {
  const redirectsTo = getRedirectHost(response, url)
  if (redirectsTo === null) return response
  response.body?.cancel().catch(() => undefined)
  throw new NetworkError({
    host: parseUrl(url)?.host ?? "",
    detail: `redirects${redirectsTo && ` to ${redirectsTo}`}, which is not followed`,
    redirectsTo,
  })
}

/**
 * Returns a `fetch` that follows no redirect: the next host was not named by the app, and would receive the request
 * with its body. It rejects with a `NetworkError`.
 */
export const withoutRedirects =
  (send: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await send(input, { ...init, redirect: "manual" })
    // A page may name a path of its own site.
    return refuseRedirect(response, response.url || (input instanceof Request ? input.url : String(input)))
  }
