import { parseUrl } from "@wmodal/protocol"
import type { RequestWarning } from "../contract/Explanation.ts"
import { sanitizeLine } from "../text/printable.ts"

/** The first line of a sign-in text. Source: EIP-4361, CAIP-122, Sign-In With Solana. */
const firstLine = /^(?:[a-z][\w+.-]*:\/\/)?(\S+) wants you to sign in with your [^\n]{1,60} account:/iu

/** The line that names the resource to sign in at. */
const uriLine = /^URI: (\S+)$/mu

/** Returns the host of a URI, or the whole of one without a host; `null` for a key (CAIP-122), which is no site. */
const getSite = (uri: string): string | null => {
  if (/^did:(key|pkh):[\w.:%-]+$/i.test(uri)) return null
  const url = parseUrl(uri)
  return url === null ? null : url.host || uri
}

/**
 * Warns of a sign-in text for another site than the one that asks: its holder is signed in there.
 * @param host the host of the page that asks, such as `app.example`; `null` outside a page
 */
export const findOtherSite = (message: string, host: string | null): readonly RequestWarning[] => {
  const [, domain] = firstLine.exec(message) ?? []
  if (host === null || domain === undefined) return []
  const uri = uriLine.exec(message)?.[1]
  const said = [domain, uri === undefined ? null : getSite(uri)].find(
    (one) => one !== null && one.toLowerCase() !== host.toLowerCase(),
  )
  return said == null ? [] : [{ _tag: "OtherSite", said: sanitizeLine(said, 255), asks: host }]
}
