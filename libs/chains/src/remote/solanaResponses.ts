import { ed25519 } from "@noble/curves/ed25519.js"
import { base58 } from "@scure/base"
import { concatBytes, encodeLength } from "../solana/wire/encodeBytes.ts"
import type { SolanaTransaction } from "../solana/wire/SolanaTransaction.ts"
import { decodeBase64 } from "../text/base64.ts"
import { decodeList } from "../wallet/decodeList.ts"
import { readMember } from "../wallet/walletErrors.ts"

/** Base58 of 64 bytes has no more: longer texts are never decoded, which takes the square of their length. */
const maxSignatureLength = 88

/** What a wallet gave as a signature, base58; `null` where it is none. */
export const decodeSolanaSignature = (answer: unknown): Uint8Array | null => {
  const text = readMember(answer, "signature")
  if (typeof text !== "string" || text.length > maxSignatureLength) return null
  try {
    const bytes = base58.decode(text)
    return bytes.length === 64 ? bytes : null
  } catch {
    return null
  }
}

/** Whether a signature is one of these bytes, by this account. */
export const isSignatureOf = (signature: Uint8Array, bytes: Uint8Array, account: string): boolean => {
  try {
    return ed25519.verify(signature, bytes, base58.decode(account))
  } catch {
    return false
  }
}

/** Characters of base64 of the largest transaction that a network takes. Source: Solana, packet size. */
const maxTransactionBase64Length = 1_644

const decodeWireTransaction = (text: unknown): Uint8Array | null =>
  typeof text === "string" && text.length <= maxTransactionBase64Length ? decodeBase64(text) : null

/**
 * The signed wire transaction in what a wallet gave for one: whole, which is to be looked at before it is sent, or as the
 * signature alone, which belongs to nothing but what was asked for. `null` where it is neither.
 */
export const decodeSignedTransaction = (
  answer: unknown,
  asked: SolanaTransaction,
  account: string,
): Uint8Array | null => {
  const whole = decodeWireTransaction(readMember(answer, "transaction"))
  if (whole !== null) return whole
  const signature = decodeSolanaSignature(answer)
  return signature !== null && isSignatureOf(signature, asked.messageBytes, account)
    ? withSignature(asked, account, signature)
    : null
}

/** As many signed wire transactions as were asked about; `null` where it is another number of them, or one is none. */
export const decodeSignedTransactions = (answer: unknown, count: number): readonly Uint8Array[] | null => {
  const all = decodeList(readMember(answer, "transactions"), count + 1)?.map(decodeWireTransaction) ?? []
  return all.length === count && all.every((one) => one !== null) ? all : null
}

const withSignature = (
  { message, messageBytes, signatures }: SolanaTransaction,
  account: string,
  signature: Uint8Array,
): Uint8Array => {
  const at = message.accounts.indexOf(account)
  const all = signatures.map((one, index) =>
    index === at ? signature : one === null ? new Uint8Array(64) : base58.decode(one),
  )
  return concatBytes(encodeLength(all.length), ...all, messageBytes)
}
