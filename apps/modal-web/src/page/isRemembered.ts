import { cookieName, storageKey } from "./storageNames.ts"

/** Whether the last visit left something to read; it may still turn out to be nothing. */
export const isRemembered = (cookie: boolean): boolean => {
  try {
    return cookie ? document.cookie.includes(`${cookieName}=`) : localStorage.getItem(storageKey) !== null
  } catch {
    return false
  }
}
