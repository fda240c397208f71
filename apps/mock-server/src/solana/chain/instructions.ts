import type { Address } from "@solana/kit"
import type { AccountKey } from "./accountKeys.ts"
import type { Message } from "./SolanaTransaction.ts"

/** An instruction with indexes into the transaction's accounts. */
export interface CompiledInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: Uint8Array
  /** 1 for the transaction's own instructions; higher for inner instructions. */
  readonly stackHeight: number
}

/** An instruction with resolved accounts. */
export interface Instruction {
  readonly program: Address
  readonly accounts: readonly Address[]
  readonly data: Uint8Array
}

export const getTopLevelInstructions = (message: Message): readonly CompiledInstruction[] =>
  message.instructions.map(({ programAddressIndex, accountIndices = [], data }) => ({
    programIdIndex: programAddressIndex,
    accounts: accountIndices,
    data: new Uint8Array(data ?? []),
    stackHeight: 1,
  }))

/** Resolves the indexes of an instruction. `null` when one is out of range. */
export const resolveInstruction = (
  { programIdIndex, accounts, data }: CompiledInstruction,
  keys: readonly AccountKey[],
): Instruction | null => {
  const program = keys[programIdIndex]?.address
  const addresses = accounts.flatMap((index) => keys[index]?.address ?? [])
  return program === undefined || addresses.length !== accounts.length
    ? null
    : { program, accounts: addresses, data }
}
