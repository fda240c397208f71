/** What a provider's page is opened with. */
export interface SocialAddress {
  /** Names the sign-in. */
  readonly state: string
  /** Of the page that asks: its own frame says so. `null` where it does not. */
  readonly origin: string | null
  /** Where a page that could open no window is to be gone back to; `null` where it waits for this window. */
  readonly returnTo: URL | null
}

/**
 * Reads the address of a provider's page. Where no window can be opened (in Telegram), a page writes its own address into
 * the state, after `--`. Source: the AppKit 1.7.2 wire.
 */
export const readSocialAddress = (search: string): SocialAddress => {
  const query = new URLSearchParams(search)
  const [state = "", ...rest] = (query.get("state") ?? "").split("--")
  return {
    state,
    origin: webUrl(query.get("origin") ?? "")?.origin ?? null,
    returnTo: rest.length === 0 ? null : (webUrl(rest.join("--")) ?? webUrl(decoded(rest.join("--")))),
  }
}

/** The page to go back to, with the result. */
export const returnWith = (returnTo: URL, resultUri: string): string => {
  const url = new URL(returnTo)
  url.searchParams.set("result_uri", resultUri)
  return url.href
}

/** `javascript:` and the like are nowhere to go. */
const webUrl = (text: string): URL | null => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}
