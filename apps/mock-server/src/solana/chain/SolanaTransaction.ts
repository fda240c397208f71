import {
  type CompiledTransactionMessage,
  type CompiledTransactionMessageWithLifetime,
  getBase58Decoder,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  getTransactionDecoder,
  getTransactionEncoder,
  type ReadonlyUint8Array,
  type Signature,
  type Transaction,
  signature as toSignature,
} from "@solana/kit"
import { Data } from "effect"

export type Message = Exclude<CompiledTransactionMessage, { readonly version: 1 }> &
  CompiledTransactionMessageWithLifetime

/** A transaction whose indexes are all in range, as the runtime requires before it executes one. */
export interface SolanaTransaction {
  readonly wire: Transaction
  readonly message: Message
  /** Signatures in the order of the signers. All ones for a missing signature. */
  readonly signatures: readonly Signature[]
  /** The fee payer's signature, which identifies the transaction. */
  readonly signature: Signature
}

/** The maximum size of a packet. */
export const maxTransactionBytes = 1232

/**
 * Decodes wire bytes as a node does.
 * @throws BadTransaction
 */
export const decodeTransaction = (bytes: Uint8Array): SolanaTransaction => {
  const decoded = decodeOrThrow(() => getTransactionDecoder().decode(bytes))
  const { message, length } = decodeMessage(decoded.messageBytes)
  // Bytes after the message are not part of it, so they are unsigned.
  const end = bytes.length - decoded.messageBytes.length + length
  const wire = decodeOrThrow(() => getTransactionDecoder().decode(bytes.subarray(0, end)))
  const signatures = Object.values(wire.signatures).map((bytes) =>
    toSignature(getBase58Decoder().decode(bytes ?? new Uint8Array(64))),
  )
  const [signature] = signatures
  if (signature === undefined || signatures.length !== message.header.numSignerAccounts)
    throw new BadTransaction({ reason: "Offsets" })
  return { wire, message, signatures, signature }
}

/** Returns the transaction with another blockhash, which invalidates its signatures. */
export const withBlockhash = ({ wire, message }: SolanaTransaction, blockhash: string): SolanaTransaction => {
  const bytes = getTransactionEncoder().encode(wire)
  const signatures = bytes.slice(0, bytes.length - wire.messageBytes.length)
  const messageBytes = getCompiledTransactionMessageEncoder().encode({ ...message, lifetimeToken: blockhash })
  return decodeTransaction(Buffer.concat([signatures, new Uint8Array(messageBytes)]))
}

/**
 * Decodes a message. `length` is its size in bytes, without trailing bytes.
 * @throws BadTransaction
 */
export const decodeMessage = (
  bytes: ReadonlyUint8Array,
): { readonly message: Message; readonly length: number } => {
  const message = decodeOrThrow(() => getCompiledTransactionMessageDecoder().decode(bytes))
  if (message.version === 1) throw new BadTransaction({ reason: "Bytes" })
  const again = decodeOrThrow(() => getCompiledTransactionMessageEncoder().encode(message))
  // A compact number may be longer than necessary; a node rejects that.
  if (again.some((byte, index) => byte !== bytes[index])) throw new BadTransaction({ reason: "Bytes" })
  if (!isSaneMessage(message)) throw new BadTransaction({ reason: "Offsets" })
  return { message, length: again.length }
}

/** Checks the indexes of a message, which litesvm does not check. Source: `Sanitize` of solana-message. */
const isSaneMessage = (message: Message): boolean => {
  const { header, staticAccounts, instructions } = message
  const { numSignerAccounts: signers, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : []
  const loaded = lookups.map((lookup) => lookup.writableIndexes.length + lookup.readonlyIndexes.length)
  const keys = loaded.reduce((sum, count) => sum + count, staticAccounts.length)
  return (
    signers + numReadonlyNonSignerAccounts <= staticAccounts.length &&
    numReadonlySignerAccounts < signers &&
    loaded.every((count) => count > 0) &&
    keys <= 256 &&
    instructions.every(
      ({ programAddressIndex, accountIndices = [] }) =>
        programAddressIndex > 0 &&
        programAddressIndex < staticAccounts.length &&
        accountIndices.every((index) => index < keys),
    )
  )
}

const decodeOrThrow = <A>(decode: () => A): A => {
  try {
    return decode()
  } catch {
    throw new BadTransaction({ reason: "Bytes" })
  }
}

/** `Bytes`: the bytes do not decode. `Offsets`: an index is out of range. */
export class BadTransaction extends Data.TaggedError("BadTransaction")<{
  readonly reason: "Bytes" | "Offsets"
}> {
  override get message() {
    return this.reason === "Bytes"
      ? "failed to deserialize solana_transaction::versioned::VersionedTransaction"
      : "invalid transaction: Transaction failed to sanitize accounts offsets correctly"
  }
}
