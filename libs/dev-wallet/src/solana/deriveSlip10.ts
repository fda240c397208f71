import { hmac } from "@noble/hashes/hmac.js"
import { sha512 } from "@noble/hashes/sha2.js"

const hardened = 0x80000000

/**
 * Derives an ed25519 key from a seed. This curve supports hardened steps only. Source: SLIP-0010.
 * @param path the indexes of the steps, such as `[44, 501, 0, 0]` for `m/44'/501'/0'/0'`
 * @returns 32 bytes
 */
export const deriveSlip10 = (seed: Uint8Array, path: readonly number[]): Uint8Array => {
  let node = hmac(sha512, new TextEncoder().encode("ed25519 seed"), seed)
  for (const index of path) {
    const data = new Uint8Array(37)
    data.set(node.subarray(0, 32), 1)
    new DataView(data.buffer).setUint32(33, index + hardened)
    node = hmac(sha512, node.subarray(32), data)
  }
  return node.slice(0, 32)
}
