import type { IncomingMessage } from "node:http"
import { isLoopbackUrl } from "@wmodal/protocol"

/** A browser sends `Sec-Fetch-Site` with each request but that of a web socket. Neither header can be set by a page there. */
const isFromBrowser = (headers: Headers): boolean =>
  headers.has("sec-fetch-site") || (headers.get("user-agent") ?? "").startsWith("Mozilla/")

const toOrigin = (url: string): string => (URL.canParse(url) ? new URL(url).origin : "null")

/** Returns the page that sends a request without `Origin`, such as for an image or a navigation. */
const toReferringPage = (headers: Headers, url: string): string | null => {
  const site = headers.get("sec-fetch-site")
  if (site === "none") return null
  // A name that another host made to lead here: its page counts as this machine's own by every header.
  if (!isLoopbackUrl(url)) return url
  return headers.get("referer") ?? (site === "cross-site" ? "null" : null)
}

/**
 * Returns the origin of the web page of another host whose browser sends the request, `"null"` if it hides its origin.
 * Returns `null` for pages of this machine, for an address that a user enters, and for programs, which may claim any
 * origin. A request without `Origin`, such as an image's, is told by its `Referer`. Source: Fetch Metadata.
 * @param url the address as the requester has it
 */
export const getForeignPage = (headers: Headers, url: string): string | null => {
  if (!isFromBrowser(headers)) return null
  const named = headers.get("origin") ?? toReferringPage(headers, url)
  return named === null || isLoopbackUrl(named) ? null : toOrigin(named)
}

/** Returns the foreign page that requests a web socket (`getForeignPage`). */
export const getForeignPageOfUpgrade = ({ headers }: IncomingMessage): string | null =>
  getForeignPage(
    new Headers(
      Object.entries(headers).flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    ),
    `http://${headers.host ?? "localhost"}`,
  )
