import { isEvmAddress } from "@wmodal/protocol"
import { keccak256 } from "./keccak.ts"

/** Returns the EIP-55 form. @returns `null` if `address` is not an EVM address; a wrong mix of cases is corrected. */
export const checksumAddress = (address: string): string | null => {
  if (!isEvmAddress(address)) return null
  const digits = address.slice(-40).toLowerCase()
  const hash = keccak256(new TextEncoder().encode(digits))
  const cased = Array.from(digits, (digit, at) =>
    Number.parseInt(hash.charAt(at + 2), 16) >= 8 ? digit.toUpperCase() : digit,
  )
  return `0x${cased.join("")}`
}
