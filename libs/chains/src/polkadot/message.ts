import { blake2b } from "@noble/hashes/blake2.js"
import { hex } from "@scure/base"
import type { ReviewedRequest } from "../contract/Explanation.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { isLegible, toMessageField } from "../explain/message.ts"

/** Hex bytes: they may be anything. */
const hexPattern = /^0x(?:[0-9a-f]{2})*$/i

const [start, end] = ["<Bytes>", "</Bytes>"]

/**
 * Returns the bytes that a wallet signs for a message: in a frame that no transaction has. A message that has the frame
 * already stays as it is. Source: `u8aWrapBytes` of `@polkadot/util`, which wallets use.
 */
export const frameMessage = (message: Uint8Array): Uint8Array => {
  const text = new TextDecoder().decode(message)
  return text.startsWith(start) && text.endsWith(end)
    ? message.slice()
    : Uint8Array.from([...new TextEncoder().encode(start), ...message, ...new TextEncoder().encode(end)])
}

/**
 * Explains a message; text that resembles hex stands for the bytes, as `formatBytes` writes them. `digest` is the
 * BLAKE2b-256 of the signed bytes.
 */
export const explainMessage = (message: string): ReviewedRequest => {
  const isHex = hexPattern.test(message)
  const bytes = isHex ? hex.decode(message.slice(2).toLowerCase()) : new TextEncoder().encode(message)
  return {
    calls: [
      {
        ...emptyExplanation,
        intent: "Sign message",
        fields: [toMessageField(message)],
        digest: `0x${hex.encode(blake2b(frameMessage(bytes), { dkLen: 32 }))}`,
      },
    ],
    dangers: !isHex && isLegible(message, bytes.length) ? [] : [{ _tag: "Blind" }],
    trial: null,
  }
}
