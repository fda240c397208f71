import {
  type AccountLookupMeta,
  type AccountMeta,
  AccountRole,
  type Address,
  type Instruction as AnyInstruction,
  getAddressComparator,
  type InstructionWithAccounts,
  type InstructionWithData,
  isWritableRole,
  mergeRoles,
  type ReadonlyUint8Array,
} from "@solana/kit"
import { hasKey } from "@wmodal/protocol"
import { getLookups, type SolanaMessage } from "./SolanaMessage.ts"

/** An instruction of a message. Accounts of unresolved lookup tables are `AccountLookupMeta`s. */
export type Instruction = InstructionWithAccounts<readonly AccountMeta[]> &
  InstructionWithData<ReadonlyUint8Array>

/**
 * Compiles a legacy message, which every wallet supports. Each account appears once, with its combined permissions and in
 * the order of its first use. The library sorts them by text instead, and cannot be told another order: what wallets
 * sign, and what is compared with them later, would change. With `order: "text"` it is that of the library and of
 * `@solana/web3.js`.
 */
export const compileMessage = (request: {
  readonly payer: Address
  readonly blockhash: string
  readonly instructions: readonly AnyInstruction[]
  readonly order?: "text"
}): SolanaMessage => {
  const { blockhash, instructions, order, payer } = request
  const roles = new Map([[payer, AccountRole.WRITABLE_SIGNER]])
  const add = (address: Address, role: AccountRole) =>
    roles.set(address, mergeRoles(roles.get(address) ?? AccountRole.READONLY, role))
  for (const { accounts = [], programAddress } of instructions) {
    for (const { address, role } of accounts) add(address, role)
    add(programAddress, AccountRole.READONLY)
  }
  const byText = order === undefined ? () => 0 : getAddressComparator()
  // The payer first, then signers, and writable accounts first among both.
  const sorted = [...roles].toSorted(
    ([one, role], [other, otherRole]) =>
      otherRole - role || Number(other === payer) - Number(one === payer) || byText(one, other),
  )
  const count = (wanted: AccountRole) => sorted.filter(([, role]) => role === wanted).length
  const staticAccounts = sorted.map(([address]) => address)
  return {
    version: "legacy",
    header: {
      numSignerAccounts: count(AccountRole.WRITABLE_SIGNER) + count(AccountRole.READONLY_SIGNER),
      numReadonlySignerAccounts: count(AccountRole.READONLY_SIGNER),
      numReadonlyNonSignerAccounts: count(AccountRole.READONLY),
    },
    staticAccounts,
    lifetimeToken: blockhash,
    instructions: instructions.map(({ accounts = [], data = new Uint8Array(), programAddress }) => ({
      programAddressIndex: staticAccounts.indexOf(programAddress),
      accountIndices: accounts.map(({ address }) => staticAccounts.indexOf(address)),
      data,
    })),
  }
}

/**
 * Returns the permissions of every account of a message, in index order. `find` returns what a lookup table contains; an
 * account that it does not know stays an `AccountLookupMeta`. The library's decompiler throws for those.
 */
export const toAccountMetas = (
  message: SolanaMessage,
  find: (table: Address, index: number) => Address | null = () => null,
): readonly (AccountMeta | AccountLookupMeta)[] => {
  const { header, staticAccounts } = message
  const { numReadonlyNonSignerAccounts, numReadonlySignerAccounts, numSignerAccounts } = header
  const firstReadonly = staticAccounts.length - numReadonlyNonSignerAccounts
  const roleAt = (at: number) => {
    if (at < numSignerAccounts - numReadonlySignerAccounts) return AccountRole.WRITABLE_SIGNER
    if (at < numSignerAccounts) return AccountRole.READONLY_SIGNER
    return at < firstReadonly ? AccountRole.WRITABLE : AccountRole.READONLY
  }
  const looked = ([AccountRole.WRITABLE, AccountRole.READONLY] as const).flatMap((role) =>
    getLookups(message).flatMap(({ lookupTableAddress, readonlyIndexes, writableIndexes }) =>
      (role === AccountRole.WRITABLE ? writableIndexes : readonlyIndexes).map((addressIndex) => {
        const address = find(lookupTableAddress, addressIndex)
        return address === null
          ? { address: lookupTableAddress, addressIndex, lookupTableAddress, role }
          : { address, role }
      }),
    ),
  )
  return [...staticAccounts.map((address, at) => ({ address, role: roleAt(at) })), ...looked]
}

/** Returns `true` for an account in a lookup table that was not read: its `address` is that of the table. */
export const isUnresolved = (account: AccountMeta | AccountLookupMeta): account is AccountLookupMeta =>
  hasKey(account, "lookupTableAddress")

/** Returns the addresses of the writable accounts that are known. */
export const getWrittenAddresses = (
  accounts: readonly (AccountMeta | AccountLookupMeta)[],
): readonly string[] =>
  accounts.filter((one) => isWritableRole(one.role) && !isUnresolved(one)).map(({ address }) => address)

/** Returns a key of an account: the same index of a lookup table is the same account in every message. */
export const toAccountKey = (account: AccountMeta | AccountLookupMeta): string =>
  isUnresolved(account) ? `${account.lookupTableAddress}/${account.addressIndex}` : account.address

/** Returns the instructions of a message, with the accounts of `toAccountMetas`. */
export const toInstructions = (
  message: SolanaMessage,
  accounts: readonly (AccountMeta | AccountLookupMeta)[],
): readonly Instruction[] =>
  message.instructions.map(({ accountIndices = [], data = new Uint8Array(), programAddressIndex }) => ({
    programAddress: at(message.staticAccounts, programAddressIndex),
    accounts: accountIndices.map((index) => at(accounts, index)),
    data,
  }))

/** `decodeMessage` has checked every index. */
const at = <A>(all: readonly A[], index: number): A => {
  const found = all[index]
  if (found === undefined) throw new RangeError("An index of the message is out of range.")
  return found
}
