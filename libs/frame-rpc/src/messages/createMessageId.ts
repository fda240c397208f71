import { bytesToHex } from "@wmodal/protocol"

/** Creates an id of 128 random bits in hex. */
export const createMessageId = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)))
