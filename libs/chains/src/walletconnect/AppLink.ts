import { parseUrl } from "@wmodal/protocol"
/** A link that opens an app. */
export interface AppLink {
  /** Ends with a slash. */
  readonly href: string
  /** `true` for a web URL, which the app may have claimed; `false` for the app's own scheme. */
  readonly universal: boolean
}

/**
 * Schemes that are never a wallet's: those that a browser runs, shows or saves itself, those that access the device,
 * and those that open any app, such as `intent:`.
 */
const forbiddenScheme =
  /^(?:javascript|vbscript|data|blob|file|filesystem|content|about|view-source|jar|res|resource|wyciwyg|chrome.*|moz-.*|safari-.*|webkit.*|devtools|intent|intents|android-.*|market|itms.*|macappstores?|ms-.*|microsoft-.*|search-ms|shell|cmd|powershell|x-apple.*|x-web-search|app-prefs|prefs|app-settings|applescript|help|shortcuts|workflow|tel|telprompt|sms.*|mms.*|mailto|facetime.*|callto|sip|sips|geo|maps|https?|wss?|ftps?|sftp|ssh|telnet|ldaps?|gopher|smb|afp|nfs|dav|git|svn.*|magnet|urn|cid|mid|news|nntp|irc.*|feed|webcal)$/

const isLoopbackHost = (hostname: string): boolean =>
  /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(hostname)

/** The maximum length of a wallet link. */
const maxLinkLength = 2_000

/** Characters that are invalid in a URL, or that can disguise one. */
const deceptiveCharacter = /[^\x21-\x7e]|[\\"'<>`{}|^]/

/**
 * Parses the app link of a directory or a host app: `https://app.example`, `app://`, `app://path`, `app:` or just
 * `app`. `null` if it must never be opened. `http:` is accepted for this machine only.
 */
export const parseAppLink = (link: string): AppLink | null => {
  const text = link.trim()
  if (text === "" || text.length > maxLinkLength || deceptiveCharacter.test(text)) return null
  if (/^https?:\/\//i.test(text)) {
    const url = parseUrl(text)
    const safe =
      url !== null &&
      url.username === "" &&
      url.password === "" &&
      (url.protocol === "https:" || isLoopbackHost(url.hostname))
    return safe ? { href: withTrailingSlash(text), universal: true } : null
  }
  const [, name = "", path = ""] = /^([a-z][a-z0-9+.-]*)(?::\/\/(.*)|[:/]*)$/i.exec(text) ?? []
  const scheme = name.toLowerCase()
  const href = withTrailingSlash(`${scheme}://${path}`)
  return name === "" || forbiddenScheme.test(scheme) || parseUrl(href) === null
    ? null
    : { href, universal: false }
}

const withTrailingSlash = (text: string): string => (text.endsWith("/") ? text : `${text}/`)
