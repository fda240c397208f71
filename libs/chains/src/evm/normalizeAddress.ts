import { checksumAddress, findChecksumChain } from "./checksumAddress.ts"

/**
 * Returns the EIP-55 form, with 0x. Digits of a single case carry no checksum and are accepted; mixed case must be
 * correct, by EIP-55 or by the checksum of a network (EIP-1191).
 * @returns `null` if the text is not an address or has a typo.
 */
export const normalizeAddress = (text: string): string | null => {
  const checked = checksumAddress(text)
  if (checked === null) return null
  const digits = text.slice(-40)
  const isSingleCase = digits === digits.toLowerCase() || digits === digits.toUpperCase()
  return isSingleCase || checked.endsWith(digits) || findChecksumChain(text) !== null ? checked : null
}
