import { type Address, getAddressDecoder, type ReadonlyUint8Array } from "@solana/kit"
import type { LiteSVM } from "litesvm"
import type { Message } from "./SolanaTransaction.ts"

/** An account that a transaction names directly or through a lookup table. */
export interface AccountKey {
  readonly address: Address
  readonly signer: boolean
  readonly writable: boolean
  readonly source: "transaction" | "lookupTable"
}

const lookupTableProgram = "AddressLookupTab1e1111111111111111111111111"
/** Bytes before the addresses of a lookup table. */
const lookupTableHeaderBytes = 56

/**
 * Returns the accounts in the order that instructions index: the message's own, writable lookups, read-only lookups.
 * Missing table entries are left out; the runtime rejects such a transaction.
 */
export const resolveAccountKeys = (message: Message, svm: LiteSVM): readonly AccountKey[] => {
  const { header, staticAccounts } = message
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = header
  const own = staticAccounts.map((address, index): AccountKey => {
    const signer = index < numSignerAccounts
    const writable = signer
      ? index < numSignerAccounts - numReadonlySignerAccounts
      : index < staticAccounts.length - numReadonlyNonSignerAccounts
    return { address, signer, writable, source: "transaction" }
  })
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : []
  if (lookups.length === 0) return own
  const tables = lookups.map((lookup) => ({ lookup, table: readLookupTable(lookup.lookupTableAddress, svm) }))
  const loaded = (writable: boolean) =>
    tables.flatMap(({ lookup, table }) =>
      (writable ? lookup.writableIndexes : lookup.readonlyIndexes).flatMap((index): readonly AccountKey[] => {
        const address = table[index]
        return address === undefined ? [] : [{ address, signer: false, writable, source: "lookupTable" }]
      }),
    )
  return [...own, ...loaded(true), ...loaded(false)]
}

const readLookupTable = (address: Address, svm: LiteSVM): readonly Address[] => {
  const account = svm.getAccount(address)
  if (!account.exists || account.programAddress !== lookupTableProgram) return []
  const addresses: ReadonlyUint8Array = account.data.subarray(lookupTableHeaderBytes)
  return Array.from({ length: Math.floor(addresses.length / 32) }, (_, index) =>
    getAddressDecoder().decode(addresses, index * 32),
  )
}
