import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js"

/** Returns true for an address whose letters have the case of its checksum. Source: EIP-55. */
export const isChecksummed = (text: string): boolean => {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) return false
  const digits = text.slice(2)
  const hash = bytesToHex(keccak_256(utf8ToBytes(digits.toLowerCase())))
  return [...digits].every(
    (digit, index) =>
      digit === (Number.parseInt(hash.charAt(index), 16) > 7 ? digit.toUpperCase() : digit.toLowerCase()),
  )
}
