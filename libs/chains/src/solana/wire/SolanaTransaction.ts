import { base58 } from "@scure/base"
import { decodeBase64, encodeBase64 } from "../../text/base64.ts"
import { readAll } from "./ByteReader.ts"
import { concatBytes, encodeLength } from "./encodeBytes.ts"
import { decodeMessage, type SolanaMessage } from "./SolanaMessage.ts"

/** A message, and what its signers have put on it. */
export interface SolanaTransaction {
  /** Base58, in the order of the message's signers; `null` where that one has not signed. */
  readonly signatures: readonly (string | null)[]
  readonly message: SolanaMessage
  /** The message as it was signed. */
  readonly messageBytes: Uint8Array
}

/** Bytes of the largest transaction that a network takes. Source: Solana, packet size. */
const maxTransactionBytes = 1232

/** @param text base64 @returns `null` for what is no transaction */
export const decodeTransaction = (text: string): SolanaTransaction | null => {
  // A larger one never gets to be read.
  const bytes = text.length > maxTransactionBytes * 2 ? null : decodeBase64(text)
  if (bytes === null || bytes.length > maxTransactionBytes) return null
  return readAll(bytes, (reader) => {
    const signatures = Array.from({ length: reader.length() }, () => reader.bytes(64))
    const messageBytes = reader.rest()
    const message = decodeMessage(messageBytes)
    return message?.signers === signatures.length
      ? {
          signatures: signatures.map((one) => (one.every((byte) => byte === 0) ? null : base58.encode(one))),
          message,
          messageBytes,
        }
      : null
  })
}

/** Base64 of a message that nobody has signed yet, as a wallet takes it. */
export const encodeUnsigned = (messageBytes: Uint8Array, signers: number): string =>
  encodeBase64(concatBytes(encodeLength(signers), new Uint8Array(64 * signers), messageBytes))
