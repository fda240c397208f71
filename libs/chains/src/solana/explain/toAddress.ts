import type { AccountMeta } from "@solana/kit"
import { isUnresolved } from "../wire/Instruction.ts"

/** Returns the address of an account; empty if its lookup table was not read. @throws RangeError if it is missing */
export const toAddress = (account: AccountMeta | undefined): string => {
  if (account === undefined) throw new RangeError("an account is missing")
  return isUnresolved(account) ? "" : account.address
}
