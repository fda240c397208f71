import { sha256 } from "@noble/hashes/sha2.js"
import { hex } from "@scure/base"
import type { Explained } from "../contract/Explanation.ts"
import { printableText } from "../text/printableText.ts"
import { unknown } from "./unread.ts"

/** Characters of a message that are shown. */
const longestMessage = 10_000

/** Control characters, but those of lines. */
const control = /[^\P{Cc}\t\n\r]/u

/** Bytes in hex, as long as a digest at least. */
const digestLike = /^(?:0x)?(?:[0-9a-f]{2}){32,}$/i

/** Source: BIP-137 for the digest. */
export const explainMessage = (message: string): Explained => {
  const bytes = new TextEncoder().encode(message)
  const isLegible = !(
    digestLike.test(message) ||
    bytes.length === 32 ||
    message.length > longestMessage ||
    control.test(message)
  )
  return {
    calls: [
      {
        ...unknown,
        intent: "Sign message",
        fields: [{ label: "Message", text: printableText(message, longestMessage), value: { _tag: "Text" } }],
        digest: `0x${hex.encode(digestOf(bytes))}`,
      },
    ],
    dangers: isLegible ? [] : [{ _tag: "Blind" }],
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
