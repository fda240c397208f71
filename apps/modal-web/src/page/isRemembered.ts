import { cookieName, storageKey } from "./storageNames.ts"

/** Returns true when the last visit left a text to read; the text may still be invalid. */
export const isRemembered = (cookie: boolean): boolean => {
  try {
    return cookie ? document.cookie.includes(`${cookieName}=`) : localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}
