import { parseAppLink } from "./AppLink.ts"

/**
 * Returns `true` if the link may be opened with a request. The client opens the link in its storage without a check.
 */
export const isSafeApp = (href: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(href) && parseAppLink(href) !== null
