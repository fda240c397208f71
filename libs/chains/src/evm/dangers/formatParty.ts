import { sanitizeLine } from "../../text/printable.ts"
import { checksumAddress } from "../checksumAddress.ts"

/** A party as a danger names it: checksummed, or what stands in the place of an address. Never empty: acts name it. */
export const formatParty = (text: string): string =>
  checksumAddress(text) ?? (sanitizeLine(text, 64) || "unknown")
