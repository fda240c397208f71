import { decodeBytes } from "../../standard/decodeBytes.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/walletErrors.ts"
import { maxTransactionBytes } from "../walletResponses.ts"

/** The maximum number of transactions in one request. */
export const maxTransactions = 100

/** A dApp's transaction that it can no longer change: base64, or the copied message of Solana Kit's. */
export type CopiedTransaction = string | { readonly messageBytes: Uint8Array; readonly signatures: unknown }

/**
 * Copies the transaction of a dApp's object: bytes, base64, an object with `serialize()`, or the `{ messageBytes,
 * signatures }` of Solana Kit. Throws a `ProviderError` if it contains none.
 */
export const copyTransaction = (given: unknown): CopiedTransaction => {
  if (typeof given === "string") return given
  const bytes = decodeBytes(given, maxTransactionBytes) ?? serializeTransaction(given)
  if (bytes !== null) return encodeBase64(bytes)
  const messageBytes = decodeBytes(readMember(given, "messageBytes"), maxTransactionBytes)
  if (messageBytes === null) throw invalidTransactionError()
  return { messageBytes, signatures: readMember(given, "signatures") }
}

export const invalidTransactionError = () => invalidParamsError("This is not a valid Solana transaction.")

/** Options without which web3.js does not serialize an unsigned transaction. */
const unsignedSerializeOptions = { requireAllSignatures: false, verifySignatures: false }

const serializeTransaction = (given: unknown): Uint8Array | null => {
  const serialize = readMember(given, "serialize")
  if (typeof serialize !== "function") return null
  try {
    return decodeBytes(Reflect.apply(serialize, given, [unsignedSerializeOptions]), maxTransactionBytes)
  } catch {
    throw invalidParamsError("The transaction could not be encoded.")
  }
}
