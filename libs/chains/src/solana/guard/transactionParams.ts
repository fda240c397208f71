import { base58 } from "@scure/base"
import { encodeBase64 } from "../../text/base64.ts"
import { decodeList } from "../../wallet/decodeList.ts"
import { readGiven } from "../../wallet/givenMembers.ts"
import { invalidParamsError, ProviderError } from "../../wallet/ProviderError.ts"
import { getSigners } from "../wire/SolanaMessage.ts"
import { encodeTransaction } from "../wire/SolanaTransaction.ts"
import { isEmptyList, readJsonBytes } from "./jsonForms.ts"
import { checkLegacyMembers, collectSignatures, compileLegacyMembers } from "./legacyMembers.ts"
import { readTransactionText, type WireTransaction } from "./transactionText.ts"

/** Which accounts the wallet shares with the dApp. */
type IsShared = (address: string) => boolean

/** A dApp's transaction, and who it says signs it. */
export interface RequestedTransaction {
  readonly transaction: WireTransaction
  /** `null` if the dApp names none. */
  readonly pubkey: string | null
}

/**
 * Reads the params of `solana_signTransaction` and `solana_signAndSendTransaction`, or a transaction's text. Members that
 * repeat the transaction must agree with it, others are dropped; without one it is made of them. Throws a `ProviderError`
 * that names the member at fault. Source: WalletConnect specs, Solana.
 */
export const readTransactionParams = (given: unknown, isShared: IsShared): RequestedTransaction => {
  const params = typeof given === "string" ? { transaction: given } : given
  const pubkey = readPubkey(params, isShared)
  if (readGiven(params, "transactions", isEmptyList) !== undefined)
    throw invalidParamsError("transactions is for solana_signAllTransactions.")
  const said = readGiven(params, "transaction")
  const read = said === undefined ? compileLegacyMembers(params) : readTransaction(said)
  if (said !== undefined) checkLegacyMembers(params, read)
  const signed = encodeTransaction(read.messageBytes, collectSignatures(params, read))
  const transaction = readTransactionText(encodeBase64(signed))
  if (pubkey !== null && !getSigners(transaction.message).some((signer) => signer === pubkey))
    throw invalidParamsError("pubkey does not sign this transaction.")
  return { transaction, pubkey }
}

/** Reads the params of `solana_signAllTransactions`. `most` limits their number. Throws as `readTransactionParams` does. */
export const readTransactionsParams = (
  params: unknown,
  isShared: IsShared,
  most: number,
): readonly RequestedTransaction[] => {
  const pubkey = readPubkey(params, isShared)
  if (readGiven(params, "transaction", isEmptyList) !== undefined)
    throw invalidParamsError("transaction is for solana_signTransaction.")
  const list = decodeList(readGiven(params, "transactions"), most + 1) ?? []
  if (list.length === 0 || list.length > most) throw invalidParamsError(`Expected 1 to ${most} transactions.`)
  return list.map((one) => {
    const read = readTransactionParams(one, isShared)
    if (pubkey !== null && !getSigners(read.transaction.message).some((signer) => signer === pubkey))
      throw invalidParamsError("pubkey does not sign each transaction.")
    if (pubkey !== null && read.pubkey !== null && read.pubkey !== pubkey)
      throw invalidParamsError("pubkey and that of a transaction differ.")
    return { ...read, pubkey: read.pubkey ?? pubkey }
  })
}

/** Reads the params of `solana_signMessage`: `message` is base58. Throws as `readTransactionParams` does. */
export const readMessageParams = (params: unknown, isShared: IsShared): { readonly message: Uint8Array } => {
  readPubkey(params, isShared)
  const said = readGiven(params, "message")
  if (typeof said === "string" && said.length > maxMessageLength)
    throw invalidParamsError("message is longer than 8,000 bytes.")
  const message = typeof said === "string" ? decodeMessageText(said) : null
  if (message === null) throw invalidParamsError("message is not base58.")
  return { message }
}

/** Base58 characters of a message of 8,000 bytes: the cost is quadratic. */
const maxMessageLength = 11_000

const decodeMessageText = (text: string): Uint8Array | null => {
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}

/** Reads who signs. Throws a `ProviderError` for an account that the wallet does not share. */
const readPubkey = (params: unknown, isShared: IsShared): string | null => {
  const pubkey = readGiven(params, "pubkey")
  if (pubkey === undefined) return null
  if (typeof pubkey !== "string" || !isShared(pubkey))
    throw new ProviderError(4100, "pubkey is not an account that the wallet shares.")
  return pubkey
}

const readTransaction = (said: unknown): WireTransaction => {
  if (typeof said === "string") return readTransactionText(said)
  const bytes = readJsonBytes(said)
  if (bytes === null) throw invalidParamsError("transaction is neither base64 nor base58.")
  return readTransactionText(encodeBase64(bytes))
}
