/** The cookie's name with `cookie: true`. */
export const cookieName = "wmodal"
/** The storage key of the same text on a page without the cookie. */
export const storageKey = "@wmodal/accounts"
