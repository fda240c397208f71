import type { IncomingMessage } from "node:http"
import { isLoopbackUrl } from "@wmodal/protocol"

/** A browser sends `Sec-Fetch-Site` with each request but that of a web socket. Neither header can be set by a page there. */
const isFromBrowser = (headers: Headers): boolean =>
  headers.has("sec-fetch-site") || (headers.get("user-agent") ?? "").startsWith("Mozilla/")

const toOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "null")

/**
 * Returns the origin of the web page of another host whose browser sends the request, `"null"` if it hides its origin.
 * Returns `null` for pages of this machine, for an address that a user enters, and for programs, which may claim any
 * origin. A request without `Origin`, such as an image's, is told by its `Referer`. Source: Fetch Metadata.
 */
export const getForeignPage = (headers: Headers): string | null => {
  if (!isFromBrowser(headers)) return null
  const site = headers.get("sec-fetch-site")
  const named = headers.get("origin") ?? (site === "cross-site" ? (headers.get("referer") ?? "null") : null)
  if (named === null || isLoopbackUrl(named)) return null
  return toOrigin(named)
}

/** Returns the foreign page that requests a web socket (`getForeignPage`). */
export const getForeignPageOfUpgrade = ({ headers }: IncomingMessage): string | null =>
  getForeignPage(
    new Headers(
      Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
  )
