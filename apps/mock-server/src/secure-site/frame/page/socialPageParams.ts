import { decodePercent } from "../../../http/decodePercent.ts"

/** The parameters of a provider's page. */
export interface SocialPageParams {
  /** The ID of the sign-in. */
  readonly state: string
  /** The page to return to when no window could be opened; `null` when the page waits for this window. */
  readonly returnTo: URL | null
}

/**
 * Parses the address of a provider's page. When no window can be opened (in Telegram), the page appends its own
 * address to the state, after `--`. Source: the AppKit 1.7.2 wire.
 */
export const parseSocialPageParams = (search: string): SocialPageParams => {
  const query = new URLSearchParams(search)
  const [state = "", ...rest] = (query.get("state") ?? "").split("--")
  return {
    state,
    returnTo:
      rest.length === 0
        ? null
        : (parseWebUrl(rest.join("--")) ?? parseWebUrl(decodePercent(rest.join("--")) ?? "")),
  }
}

/** Returns the URL of the page to return to, with the result. */
export const makeReturnUrl = (returnTo: URL, resultUri: string): string => {
  const url = new URL(returnTo)
  url.searchParams.set("result_uri", resultUri)
  return url.href
}

/** Parses an HTTP URL; `null` for any other scheme, such as `javascript:`. */
const parseWebUrl = (text: string): URL | null => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) ? url : null
}
