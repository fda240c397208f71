import { base58 } from "@scure/base"
import { decodeBase64, encodeBase64 } from "../../text/base64.ts"
import { readAll } from "./ByteReader.ts"
import { concatBytes, encodeLength } from "./encodeBytes.ts"
import { decodeMessage, type SolanaMessage } from "./SolanaMessage.ts"

/** A message with its signatures. */
export interface SolanaTransaction {
  /** Base58, in the order of the message's signers; `null` for a missing signature. */
  readonly signatures: readonly (string | null)[]
  readonly message: SolanaMessage
  /** The signed bytes of the message. */
  readonly messageBytes: Uint8Array
}

/** Bytes of the largest transaction that a network takes. Source: Solana, packet size. */
const maxTransactionBytes = 1232

/** @param text base64 @returns `null` if it is not a transaction */
export const decodeTransaction = (text: string): SolanaTransaction | null => {
  // Larger texts are not decoded.
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

/** Encodes an unsigned message as the base64 transaction that wallets accept. */
export const encodeUnsigned = (messageBytes: Uint8Array, signers: number): string =>
  encodeBase64(concatBytes(encodeLength(signers), new Uint8Array(64 * signers), messageBytes))
