import { blake2b } from "@noble/hashes/blake2.js"
import { hex } from "@scure/base"
import type { ChainActions } from "../contract/ChainActions.ts"
import type { MessageRequest, ReviewedRequest } from "../contract/Explanation.ts"
import { emptyExplanation } from "../explain/emptyExplanation.ts"
import { describeMessage } from "../explain/message.ts"
import { decodeAccount } from "./addresses.ts"

const [start, end] = ["<Bytes>", "</Bytes>"]

/**
 * Returns the bytes that a wallet signs for a message: in a frame that no transaction has. A message that has the frame
 * already stays as it is. Source: `u8aWrapBytes` of `@polkadot/util`, which wallets use.
 */
export const frameMessage = (message: Uint8Array): Uint8Array => {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(message)
  return text.startsWith(start) && text.endsWith(end)
    ? message.slice()
    : Uint8Array.from([...new TextEncoder().encode(start), ...message, ...new TextEncoder().encode(end)])
}

/** Returns whether an address is of the signer or of another account of its wallet: one account has another address on each network. */
export const makeIsOwn = ({
  from,
  own = [],
}: Pick<Parameters<ChainActions["explain"]>[0], "from" | "own">): ((address: string) => boolean) => {
  const keys = [from, ...own].map((address) => `${decodeAccount(address)}`)
  return (address) => keys.includes(`${decodeAccount(address)}`)
}

/** Explains a message. `digest` is the BLAKE2b-256 of the signed bytes. */
export const explainMessage = (
  asked: Pick<Parameters<ChainActions["explain"]>[0], "from" | "own">,
  request: MessageRequest,
): ReviewedRequest => {
  const { bytes, dangers, fields } = describeMessage(request, makeIsOwn(asked))
  const digest = `0x${hex.encode(blake2b(frameMessage(bytes), { dkLen: 32 }))}`
  return { calls: [{ ...emptyExplanation, intent: "Sign message", fields, digest }], dangers, trial: null }
}
