import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, isEvmAddress } from "@wmodal/protocol"

/** The networks whose addresses have a checksum of their own. Source: EIP-1191. */
const checksumChains = [
  { id: 30, name: "Rootstock" },
  { id: 31, name: "Rootstock Testnet" },
] as const

/** Returns the digits in the case of a checksum. @param salt what is hashed before the digits */
const toChecksumCase = (digits: string, salt: string): string => {
  const hash = bytesToHex(keccak_256(new TextEncoder().encode(salt + digits)))
  return Array.from(digits, (digit, at) =>
    Number.parseInt(hash.charAt(at), 16) >= 8 ? digit.toUpperCase() : digit,
  ).join("")
}

/** Returns the EIP-55 form. @returns `null` if `address` is not an EVM address; a wrong mix of cases is corrected. */
export const checksumAddress = (address: string): string | null =>
  isEvmAddress(address) ? `0x${toChecksumCase(address.slice(-40).toLowerCase(), "")}` : null

/** Returns the network whose own checksum an address has; `null` for one without, or with that of EIP-55. */
export const findChecksumChain = (address: string): (typeof checksumChains)[number] | null => {
  if (!isEvmAddress(address)) return null
  const digits = address.slice(-40)
  const plain = digits.toLowerCase()
  const isSingleCase = digits === plain || digits === digits.toUpperCase()
  if (isSingleCase || digits === toChecksumCase(plain, "")) return null
  return checksumChains.find(({ id }) => digits === toChecksumCase(plain, `${id}0x`)) ?? null
}
