/** What a provider's page is opened with. */
export interface SocialPageParams {
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
export const parseSocialPageParams = (search: string): SocialPageParams => {
  const query = new URLSearchParams(search)
  const [state = "", ...rest] = (query.get("state") ?? "").split("--")
  return {
    state,
    origin: parseWebUrl(query.get("origin") ?? "")?.origin ?? null,
    returnTo:
      rest.length === 0 ? null : (parseWebUrl(rest.join("--")) ?? parseWebUrl(decodeParam(rest.join("--")))),
  }
}

/** The page to go back to, with the result. */
export const makeReturnUrl = (returnTo: URL, resultUri: string): string => {
  const url = new URL(returnTo)
  url.searchParams.set("result_uri", resultUri)
  return url.href
}

/** `javascript:` and the like are nowhere to go. */
const parseWebUrl = (text: string): URL | null => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}

const decodeParam = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return ""
  }
}
