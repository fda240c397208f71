import { bytesFrom } from "../../standard/readBytes.ts"
import { toBase64 } from "../../text/base64.ts"
import { invalid } from "../../wallet/ProviderError.ts"
import { member } from "../../wallet/thrown.ts"
import { largest } from "../answers.ts"
import { bytesOf, length } from "../wire/bytesOf.ts"
import { decodeMessage } from "../wire/Message.ts"
import { decodeTransaction, type Transaction } from "../wire/Transaction.ts"

/** Somebody's transaction, as it is and as it travels. */
export interface GivenTransaction extends Transaction {
  /** Base64. */
  readonly wire: string
}

/**
 * The wire transaction of somebody else's object, copied: bytes, base64, whatever has `serialize()`, or the
 * `{ messageBytes, signatures }` of Solana Kit. Throws a `ProviderError` where there is none in it.
 */
export const transactionOf = (given: unknown): GivenTransaction => {
  const wire = wireOf(given)
  const transaction = wire === null ? null : decodeTransaction(wire)
  if (wire === null || transaction === null) throw invalid("This is no transaction of Solana.")
  return { ...transaction, wire }
}

const wireOf = (given: unknown): string | null => {
  if (typeof given === "string") return given
  const bytes = bytesFrom(given, largest) ?? serialized(given) ?? compiled(given)
  return bytes && toBase64(bytes)
}

/** A transaction that has not been signed refuses to be written down, unless it is told that this is what is wanted. */
const unsigned = { requireAllSignatures: false, verifySignatures: false }

const serialized = (given: unknown): Uint8Array | null => {
  const serialize = member(given, "serialize")
  if (typeof serialize !== "function") return null
  try {
    return bytesFrom(Reflect.apply(serialize, given, [unsigned]), largest)
  } catch {
    throw invalid("The transaction cannot be written down.")
  }
}

const compiled = (given: unknown): Uint8Array | null => {
  const bytes = bytesFrom(member(given, "messageBytes"), largest)
  const message = bytes && decodeMessage(bytes)
  if (!bytes || !message) return null
  const signatures = member(given, "signatures")
  const signers = message.accounts.slice(0, message.signers)
  return bytesOf(
    length(signers.length),
    ...signers.map((signer) => signatureIn(member(signatures, signer))),
    bytes,
  )
}

/** Those that are missing are zero, as on the wire. */
const signatureIn = (value: unknown): Uint8Array => {
  const bytes = bytesFrom(value, 64)
  return bytes?.length === 64 ? bytes : new Uint8Array(64)
}
