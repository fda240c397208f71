import { sha256 } from "@noble/hashes/sha2.js"
import { hex } from "@scure/base"
import type { MessageRequest, ReviewedRequest } from "../contract/Explanation.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { describeMessage } from "../explain/message.ts"

/** Explains a message. Source: BIP-137 for the digest. */
export const explainMessage = (request: MessageRequest): ReviewedRequest => {
  const { bytes, dangers, fields } = describeMessage(request)
  const digest = `0x${hex.encode(hashMessage(bytes))}`
  return { calls: [{ ...emptyExplanation, intent: "Sign message", fields, digest }], dangers, trial: null }
}

const messagePrefix = new TextEncoder().encode("\u0018Bitcoin Signed Message:\n")

const hashMessage = (message: Uint8Array): Uint8Array =>
  sha256(sha256(Uint8Array.from([...messagePrefix, ...encodeCompactSize(message.length), ...message])))

const encodeCompactSize = (length: number): readonly number[] => {
  if (length < 0xfd) return [length]
  const bytes = [0, 8, 16, 24].map((shift) => (length >>> shift) & 0xff)
  return length <= 0xffff ? [0xfd, ...bytes.slice(0, 2)] : [0xfe, ...bytes]
}
