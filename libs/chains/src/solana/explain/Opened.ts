import type { Account } from "../account/Account.ts"
import type { TokenAccount } from "../account/TokenAccount.ts"
import type { Instruction, Role } from "../wire/Instruction.ts"
import type { Transaction } from "../wire/Transaction.ts"
import type { Step } from "./Step.ts"

/** A transaction that somebody asks for, with what the chain says of its accounts. */
export interface Opened extends Transaction {
  /** Base64, as it was asked for. */
  readonly text: string
  readonly roles: readonly Role[]
  readonly instructions: readonly Instruction[]
  readonly steps: readonly Step[]
  /** Whether every account is known: none is in a table that nobody could read. */
  readonly isWhole: boolean
  /** Whoever signs and what it would write to, as they are now, with the first bytes of its data; `null` where no node tells. */
  readonly accounts: ReadonlyMap<string, Account | null> | null
  /** Those of them that hold tokens. */
  readonly holdings: ReadonlyMap<string, TokenAccount>
}
