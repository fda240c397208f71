import { AccountRole, type Address } from "@solana/kit"
import { programs } from "../program/programs.ts"
import { toAccountMetas } from "../wire/Instruction.ts"
import { getLookups, type SolanaMessage } from "../wire/SolanaMessage.ts"

/**
 * Returns a message that another account pays for, with another blockhash. The payer before remains only where an
 * instruction uses it, and then still has to sign. Throws a `RangeError` for an index that is out of range.
 */
export const withPayer = (message: SolanaMessage, payer: Address, blockhash: string): SolanaMessage => {
  const [former] = message.staticAccounts
  const isUsed = message.instructions.some(
    ({ accountIndices = [], programAddressIndex }) => programAddressIndex === 0 || accountIndices.includes(0),
  )
  const kept = toAccountMetas(message)
    .slice(0, message.staticAccounts.length)
    .filter(({ address }) => address !== payer && (address !== former || isUsed))
    // "No payer" is the address of the system program, which never signs.
    .map((one) =>
      one.address === former && former === programs.system ? { ...one, role: AccountRole.READONLY } : one,
    )
  const sorted = [
    { address: payer, role: AccountRole.WRITABLE_SIGNER },
    ...kept.toSorted((one, other) => other.role - one.role),
  ]
  const staticAccounts = sorted.map(({ address }) => address)
  const count = (wanted: AccountRole) => sorted.filter(({ role }) => role === wanted).length
  const looked = getLookups(message).reduce(
    (sum, one) => sum + one.readonlyIndexes.length + one.writableIndexes.length,
    0,
  )
  /** Accounts of lookup tables follow the others. */
  const move = (index: number): number => {
    const at = index - message.staticAccounts.length
    const account = message.staticAccounts[index]
    if (account !== undefined) return staticAccounts.indexOf(account)
    if (at >= looked) throw new RangeError("An index of the message is out of range.")
    return staticAccounts.length + at
  }
  return {
    ...message,
    header: {
      numSignerAccounts: count(AccountRole.WRITABLE_SIGNER) + count(AccountRole.READONLY_SIGNER),
      numReadonlySignerAccounts: count(AccountRole.READONLY_SIGNER),
      numReadonlyNonSignerAccounts: count(AccountRole.READONLY),
    },
    staticAccounts,
    lifetimeToken: blockhash,
    instructions: message.instructions.map(({ accountIndices, programAddressIndex, ...rest }) => ({
      ...rest,
      programAddressIndex: move(programAddressIndex),
      ...(accountIndices !== undefined && { accountIndices: accountIndices.map(move) }),
    })),
  }
}
