import { sanitizeLine } from "../../text/printable.ts"
import { checksum } from "../checksum.ts"

/** A party as a danger names it: checksummed, or what stands in the place of an address. Never empty: acts name it. */
export const partyText = (text: string): string => checksum(text) ?? (sanitizeLine(text, 64) || "unknown")
