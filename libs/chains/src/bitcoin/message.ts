import { sha256 } from "@noble/hashes/sha2.js"
import { hex } from "@scure/base"
import { isSameAddress } from "@wmodal/protocol"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { MessageRequest, ReviewedRequest } from "../contract/Explanation.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { describeMessage } from "../explain/message.ts"

/** Explains a message. Source: BIP-137 for the digest. */
export const explainMessage = (
  { from, own = [] }: Pick<Parameters<ChainActions["explain"]>[0], "from" | "own">,
  request: MessageRequest,
): ReviewedRequest => {
  const isOwn = (address: string) => [from, ...own].some((one) => isSameAddress(one, address))
  const { bytes, dangers, fields } = describeMessage(request, isOwn)
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
