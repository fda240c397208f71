import { bytesToHex } from "@wmodal/protocol"

/** Formats bytes as text; as 0x-hex if they are not text, or are text that resembles hex. */
export const formatBytes = (bytes: Uint8Array): string => {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
    return /^0x/i.test(text) || text === "" ? encodeBytesHex(bytes) : text
  } catch {
    return encodeBytesHex(bytes)
  }
}

export const encodeBytesHex = (bytes: Uint8Array): string => `0x${bytesToHex(bytes)}`
