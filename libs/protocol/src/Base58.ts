import { base58 } from "@scure/base"

/**
 * No address of the four namespaces is longer. Decoding time grows with the square of the length, so pasted texts
 * need a limit.
 */
const maxBase58Length = 120

/**
 * Decodes base58 in Bitcoin's alphabet. Returns `null` for an empty text, an invalid character or too many
 * characters.
 */
export const decodeBase58 = (text: string): Uint8Array | null => {
  if (text === "" || text.length > maxBase58Length) return null
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
