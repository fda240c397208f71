/** The cookie of `cookie: true`. */
export const cookieName = "wmodal"
/** The same text where the page has no such cookie. */
export const storageKey = "@wmodal/accounts"
