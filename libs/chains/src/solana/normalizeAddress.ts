import { base58 } from "@scure/base"

/** @returns the same text: there is one way to write 32 bytes. `null` for what is no address. Any key or program has one; nothing in it tells a mistyped one. */
export const normalizeAddress = (text: string): string | null => {
  if (text.length < 32 || text.length > 44) return null
  try {
    return base58.decode(text).length === 32 ? text : null
  } catch {
    return null
  }
}
