import { parseAppLink } from "./AppLink.ts"

/** Whether this may be opened with a request as it is. The client takes what it finds in its storage, and asks nobody. */
export const isSafeApp = (href: string): boolean =>
  /^[a-z][a-z0-9+.-]*:\/\//i.test(href) && parseAppLink(href) !== null
