import {
  bytesEqual,
  fixEncoderSize,
  getArrayEncoder,
  getBytesEncoder,
  getShortU16Encoder,
  getStructEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type ReadonlyUint8Array,
  type Transaction,
} from "@solana/kit"
import { decodeBase64, encodeBase64 } from "../../text/base64.ts"
import { maxTransactionBytes } from "../walletResponses.ts"
import { decodeMessage, getSigners, type SolanaMessage } from "./SolanaMessage.ts"

/** A message with its signatures and its signed bytes. */
export interface SolanaTransaction extends Transaction {
  readonly message: SolanaMessage
}

/** @param text base64 @returns `null` if it is not a transaction */
export const decodeTransaction = (text: string): SolanaTransaction | null => {
  // Larger texts are not decoded.
  const bytes = text.length > maxTransactionBytes * 2 ? null : decodeBase64(text)
  if (bytes === null || bytes.length > maxTransactionBytes) return null
  try {
    const transaction = getTransactionDecoder().decode(bytes)
    const message = decodeMessage(transaction.messageBytes)
    // The library accepts a number of signatures that is not in its shortest form.
    return message !== null && bytesEqual(getTransactionEncoder().encode(transaction), bytes)
      ? { ...transaction, message }
      : null
  } catch {
    return null
  }
}

/** The library's encoder takes branded bytes only, which come from its own decoder and compiler. */
const wireEncoder = getStructEncoder([
  ["signatures", getArrayEncoder(fixEncoderSize(getBytesEncoder(), 64), { size: getShortU16Encoder() })],
  ["messageBytes", getBytesEncoder()],
])

/** Encodes a wire transaction. Missing signatures are zero. */
export const encodeTransaction = (
  messageBytes: ReadonlyUint8Array,
  signatures: readonly (ReadonlyUint8Array | null)[],
): Uint8Array =>
  Uint8Array.from(
    wireEncoder.encode({ messageBytes, signatures: signatures.map((one) => one ?? new Uint8Array(64)) }),
  )

/** Encodes an unsigned message as the base64 transaction that wallets accept. */
export const encodeUnsigned = (messageBytes: ReadonlyUint8Array, message: SolanaMessage): string =>
  encodeBase64(
    encodeTransaction(
      messageBytes,
      getSigners(message).map(() => null),
    ),
  )
