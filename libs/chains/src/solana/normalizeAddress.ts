import { base58 } from "@scure/base"

/**
 * @returns the same text, because base58 of 32 bytes is unique; `null` if it is not an address. Any key or program has
 * one, and it has no checksum.
 */
export const normalizeAddress = (text: string): string | null => {
  if (text.length < 32 || text.length > 44) return null
  try {
    return base58.decode(text).length === 32 ? text : null
  } catch {
    return null
  }
}
