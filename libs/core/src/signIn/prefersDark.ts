import type { Platform } from "../Platform.ts"

/** Whether the person's browser asks for dark pages. Where nobody knows, it does not. */
export const prefersDark = (window: Platform["Service"]["window"]): boolean => {
  try {
    if (window === null || !("matchMedia" in window) || typeof window.matchMedia !== "function") return false
    const query: unknown = window.matchMedia("(prefers-color-scheme: dark)")
    return typeof query === "object" && query !== null && "matches" in query && query.matches === true
  } catch {
    return false
  }
}
