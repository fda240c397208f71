import { checksumAddress } from "./checksumAddress.ts"

/**
 * EIP-55, with 0x. Digits of a single case carry no checksum and are taken; of both cases they must be right.
 * @returns `null` for what is no address, and for one that was mistyped.
 */
export const normalizeAddress = (text: string): string | null => {
  const checked = checksumAddress(text)
  if (checked === null) return null
  const digits = text.slice(-40)
  const isSingleCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isSingleCase || checked.endsWith(digits) ? checked : null
}
