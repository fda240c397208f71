import { AccountRole } from "@solana/kit"
import type { Instruction } from "../chain/instructions.ts"

/** The first accounts of an instruction by name, in order. @throws Error where there are fewer. */
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

/** The same instruction as the programs' own clients take it. */
export const toClientInstruction = ({ program, accounts, data }: Instruction) => ({
  programAddress: program,
  accounts: accounts.map((address) => ({ address, role: AccountRole.READONLY })),
  data,
})
