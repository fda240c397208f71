import { AccountRole } from "@solana/kit"
import type { Instruction } from "../chain/instructions.ts"

/** Names the first accounts of an instruction, in order. @throws Error when there are fewer accounts than names. */
export const nameAccounts = (
  { accounts }: Instruction,
  names: readonly string[],
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    names.map((name, index) => {
      const account = accounts[index]
      if (account === undefined) throw new Error(`No account for ${name}`)
      return [name, account]
    }),
  )

/** Converts an instruction to the type of the programs' own clients. */
export const toClientInstruction = ({ program, accounts, data }: Instruction) => ({
  programAddress: program,
  accounts: accounts.map((address) => ({ address, role: AccountRole.READONLY })),
  data,
})
