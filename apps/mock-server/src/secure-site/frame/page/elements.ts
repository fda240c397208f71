// What the phone's page has of the kind: that one is served as it stands, these are bundled.
export { byId, createElement, setBadge } from "../../../phone/page/elements.ts"

/** An address or a hash, whose letters are read one by one. */
export const isCode = (text: string): boolean => /^[^\s@]{26,}$/.test(text) && !text.includes("://")
