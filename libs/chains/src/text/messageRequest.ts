import { hexToBytes } from "@wmodal/protocol"
import type { MessageRequest } from "../contract/Explanation.ts"
import { encodeBytesHex } from "./formatBytes.ts"

/** Returns the request to sign these bytes: as a text if they are exactly that of one. */
export const toMessageRequest = (bytes: Uint8Array): MessageRequest => {
  try {
    const message = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    return { _tag: "Message", message }
  } catch {
    return { _tag: "MessageBytes", bytes: encodeBytesHex(bytes) }
  }
}

/** Returns the bytes that a message request signs. */
export const toMessageBytes = (request: MessageRequest): Uint8Array =>
  request._tag === "Message" ? new TextEncoder().encode(request.message) : hexToBytes(request.bytes.slice(2))
