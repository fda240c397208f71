import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, isEvmAddress } from "@wmodal/protocol"

/** Returns the EIP-55 form. @returns `null` if `address` is not an EVM address; a wrong mix of cases is corrected. */
export const checksumAddress = (address: string): string | null => {
  if (!isEvmAddress(address)) return null
  const digits = address.slice(-40).toLowerCase()
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(digits)))
  const cased = Array.from(digits, (digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join("")}`
}
