import { keccak_256 } from "@noble/hashes/sha3.js"
import { decodeHex, encodeHex, encodeTextHex, type Hex } from "./Hex.ts"

/** Keccak-256, the hash of Ethereum. @param data bytes, or their hex */
export const keccak256 = (data: Hex | Uint8Array): Hex =>
  encodeHex(keccak_256(typeof data === "string" ? decodeHex(data) : data))

/** The hash that `personal_sign` signs. @param message bytes. Source: EIP-191. */
export const hashPersonalMessage = (message: Hex): Hex => {
  const prefix = encodeTextHex(`\u0019Ethereum Signed Message:\n${(message.length - 2) / 2}`)
  return keccak256(`${prefix}${message.slice(2)}`)
}
