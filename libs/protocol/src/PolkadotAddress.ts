import { decodeBase58 } from "./Base58.ts"

/**
 * Whether it has the shape of an SS58 account: a network's prefix of one or two bytes, 32 bytes, and two
 * of checksum, in base58. The checksum is BLAKE2b, which is not computed here: wmodal pays nobody on Polkadot.
 */
export const isPolkadotAddress = (input: string): boolean => {
  const bytes = decodeBase58(input)
  const [first = 255] = bytes ?? []
  return first < 128 && bytes?.length === (first < 64 ? 1 : 2) + 32 + 2
}
