import { blake2b } from "@noble/hashes/blake2.js"
import { decodeBase58 } from "./Base58.ts"

const checksumLength = 2
const salt = new TextEncoder().encode("SS58PRE")

/**
 * Reports that a text is an SS58 account in base58: a network prefix of one or two bytes, 32 account bytes and two
 * checksum bytes. Source: docs.polkadot.com, the SS58 address format.
 */
export const isPolkadotAddress = (input: string): boolean => {
  const bytes = decodeBase58(input)
  if (bytes === null) return false
  const [first = 255] = bytes
  const prefixLength = first < 64 ? 1 : 2
  if (first >= 128 || bytes.length !== prefixLength + 32 + checksumLength) return false
  const digest = blake2b(Uint8Array.from([...salt, ...bytes.subarray(0, -checksumLength)]))
  return bytes.subarray(-checksumLength).every((byte, at) => byte === digest[at])
}
