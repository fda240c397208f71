import { sha256 } from "@noble/hashes/sha2.js"
import { hex } from "@scure/base"
import type { Explained } from "../contract/Explanation.ts"
import { isLegible, messageField } from "../explained/message.ts"
import { unknown } from "../explained/unknown.ts"

/** Bytes in hex, as long as a digest at least. */
const digestLike = /^(?:0x)?(?:[0-9a-f]{2}){32,}$/i

/** Source: BIP-137 for the digest. */
export const explainMessage = (message: string): Explained => {
  const bytes = new TextEncoder().encode(message)
  const isRead = !digestLike.test(message) && isLegible(message, bytes.length)
  return {
    calls: [
      {
        ...unknown,
        intent: "Sign message",
        fields: [messageField(message)],
        digest: `0x${hex.encode(digestOf(bytes))}`,
      },
    ],
    dangers: isRead ? [] : [{ _tag: "Blind" }],
    trial: null,
  }
}

const head = new TextEncoder().encode("\u0018Bitcoin Signed Message:\n")

const digestOf = (message: Uint8Array): Uint8Array =>
  sha256(sha256(Uint8Array.from([...head, ...compactSize(message.length), ...message])))

const compactSize = (length: number): readonly number[] => {
  if (length < 0xfd) return [length]
  const bytes = [0, 8, 16, 24].map((shift) => (length >>> shift) & 0xff)
  return length <= 0xffff ? [0xfd, ...bytes.slice(0, 2)] : [0xfe, ...bytes]
}
