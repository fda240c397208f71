import { sanitizeLine } from "../../text/printable.ts"
import { checksumAddress } from "../checksumAddress.ts"

/**
 * Formats a party for a warning: checksummed, or the text in place of an address. Never empty, because acts name it.
 */
export const formatParty = (text: string): string =>
  checksumAddress(text) ?? (sanitizeLine(text, 64) || "unknown")
