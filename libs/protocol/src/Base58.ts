import { base58 } from "@scure/base"

/** No address of the four namespaces is longer; without a limit, the work grows with the square of a pasted text. */
const maxBase58Length = 120

/** The bytes of a base58 text in Bitcoin's alphabet; `null` where it has another character, none, or too many. */
export const decodeBase58 = (text: string): Uint8Array | null => {
  if (text === "" || text.length > maxBase58Length) return null
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
