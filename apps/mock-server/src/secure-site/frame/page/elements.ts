// Duplicates helpers of the phone's page, which is served unbundled while these pages are bundled.
export { byId, createElement, setBadge } from "../../../phone/page/elements.ts"

/** Returns whether a text is an address or a hash, which users compare letter by letter. */
export const isCode = (text: string): boolean => /^[^\s@]{26,}$/.test(text) && !text.includes("://")
