import { keccak_256 } from "@noble/hashes/sha3.js"
import { bytesToHex, type Hex, hexToBytes, textToHex } from "./Hex.ts"

/** Keccak-256, the hash of Ethereum. @param data bytes, or their hex */
export const keccak256 = (data: Hex | Uint8Array): Hex =>
  bytesToHex(keccak_256(typeof data === "string" ? hexToBytes(data) : data))

/** The hash that `personal_sign` signs. @param message bytes. Source: EIP-191. */
export const personalMessageDigest = (message: Hex): Hex => {
  const prefix = textToHex(`\u0019Ethereum Signed Message:\n${(message.length - 2) / 2}`)
  return keccak256(`${prefix}${message.slice(2)}`)
}
