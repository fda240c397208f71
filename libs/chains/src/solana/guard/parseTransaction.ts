import { decodeBytes } from "../../standard/decodeBytes.ts"
import { encodeBase64 } from "../../text/base64.ts"
import { invalidParamsError } from "../../wallet/ProviderError.ts"
import { readMember } from "../../wallet/walletErrors.ts"
import { maxTransactionBytes } from "../walletResponses.ts"
import { concatBytes, encodeLength } from "../wire/encodeBytes.ts"
import { decodeMessage } from "../wire/SolanaMessage.ts"
import { decodeTransaction, type SolanaTransaction } from "../wire/SolanaTransaction.ts"

/** A dApp's transaction, decoded and in wire form. */
export interface WireTransaction extends SolanaTransaction {
  /** Base64. */
  readonly wire: string
}

/**
 * Copies the wire transaction from a dApp's object: bytes, base64, an object with `serialize()`, or the `{
 * messageBytes, signatures }` of Solana Kit. Throws a `ProviderError` if it contains none.
 */
export const parseTransaction = (given: unknown): WireTransaction => {
  const wire = toWireText(given)
  const transaction = wire === null ? null : decodeTransaction(wire)
  if (wire === null || transaction === null)
    throw invalidParamsError("This is not a valid Solana transaction.")
  return { ...transaction, wire }
}

const toWireText = (given: unknown): string | null => {
  if (typeof given === "string") return given
  const bytes =
    decodeBytes(given, maxTransactionBytes) ?? serializeTransaction(given) ?? compileTransaction(given)
  return bytes && encodeBase64(bytes)
}

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

const compileTransaction = (given: unknown): Uint8Array | null => {
  const bytes = decodeBytes(readMember(given, "messageBytes"), maxTransactionBytes)
  const message = bytes && decodeMessage(bytes)
  if (!bytes || !message) return null
  const signatures = readMember(given, "signatures")
  const signers = message.accounts.slice(0, message.signers)
  return concatBytes(
    encodeLength(signers.length),
    ...signers.map((signer) => decodeSignatureBytes(readMember(signatures, signer))),
    bytes,
  )
}

/** Missing signatures are zero, as on the wire. */
const decodeSignatureBytes = (value: unknown): Uint8Array => {
  const bytes = decodeBytes(value, 64)
  return bytes?.length === 64 ? bytes : new Uint8Array(64)
}
