import {
  type Address,
  bytesEqual,
  type CompiledTransactionMessageWithLifetime,
  getCompiledTransactionMessageDecoder,
  getCompiledTransactionMessageEncoder,
  type LegacyCompiledTransactionMessage,
  type ReadonlyUint8Array,
  type V0CompiledTransactionMessage,
} from "@solana/kit"

/** The signed content of a transaction, in a version that networks take. */
export type SolanaMessage = (LegacyCompiledTransactionMessage | V0CompiledTransactionMessage) &
  CompiledTransactionMessageWithLifetime

/** @returns `null` if the bytes are not a message, an index is out of range, or the version is not supported */
export const decodeMessage = (bytes: ReadonlyUint8Array): SolanaMessage | null => {
  try {
    const message = getCompiledTransactionMessageDecoder().decode(bytes)
    // The library ignores further bytes, and accepts lengths that are not in their shortest form.
    return message.version !== 1 && bytesEqual(encodeMessage(message), bytes) && isConsistent(message)
      ? message
      : null
  } catch {
    return null
  }
}

/** The library checks no index. Networks refuse what is not consistent. Source: Solana, `sanitize` of messages. */
const isConsistent = (message: SolanaMessage) => {
  const { header, instructions, staticAccounts } = message
  const looked = getLookups(message).map((one) => one.readonlyIndexes.length + one.writableIndexes.length)
  const count = looked.reduce((sum, some) => sum + some, staticAccounts.length)
  return (
    count <= 256 &&
    // The fee payer is writable.
    header.numReadonlySignerAccounts < header.numSignerAccounts &&
    header.numSignerAccounts + header.numReadonlyNonSignerAccounts <= staticAccounts.length &&
    new Set(staticAccounts).size === staticAccounts.length &&
    looked.every((some) => some > 0) &&
    instructions.every(
      // A program is never in a lookup table and never the fee payer.
      ({ accountIndices = [], programAddressIndex }) =>
        programAddressIndex > 0 &&
        programAddressIndex < staticAccounts.length &&
        accountIndices.every((account) => account < count),
    )
  )
}

/** Returns the parts of a message that name accounts in lookup tables. */
export const getLookups = (
  message: SolanaMessage,
): NonNullable<V0CompiledTransactionMessage["addressTableLookups"]> =>
  message.version === "legacy" ? [] : (message.addressTableLookups ?? [])

/** Returns the accounts that sign a message. The first pays. */
export const getSigners = ({ header, staticAccounts }: SolanaMessage): Address[] =>
  staticAccounts.slice(0, header.numSignerAccounts)

export const encodeMessage = (message: SolanaMessage): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(getCompiledTransactionMessageEncoder().encode(message))
