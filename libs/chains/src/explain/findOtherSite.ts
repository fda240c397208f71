import { parseUrl } from "@wmodal/protocol"
import type { RequestWarning } from "../contract/Explanation.ts"
import { sanitizeLine } from "../text/printable.ts"

/**
 * The first line of a sign-in text, wherever it stands: not every server compares what comes before it. Source: EIP-4361,
 * CAIP-122, Sign-In With Solana. Blanks before it do not cross lines, each of which is a start: the text is read once.
 */
const firstLines =
  /^[^\S\n\r\u2028\u2029]*(?:[a-z][\w+.-]*:\/\/)?(\S+) wants you to sign in with your [^\n]{1,60} account:/gimu

/** The lines that name the resource to sign in at. */
const uriLines = /^[^\S\n\r\u2028\u2029]*URI:\s*(\S+)/gmu

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
  const domains = findAll(message, firstLines)
  if (host === null || domains.length === 0) return []
  const said = [...domains, ...findAll(message, uriLines).map(getSite)].find(
    (one) => one !== null && one.toLowerCase() !== host.toLowerCase(),
  )
  return said == null ? [] : [{ _tag: "OtherSite", said: sanitizeLine(said, 255), asks: host }]
}

const findAll = (text: string, pattern: RegExp): readonly string[] =>
  [...text.matchAll(pattern)].flatMap(([, found]) => found ?? [])
