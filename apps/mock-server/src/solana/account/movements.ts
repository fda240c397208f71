import { parseSystemInstruction, SYSTEM_PROGRAM_ADDRESS, SystemInstruction } from "@solana-program/system"
import { parseTokenInstruction, TokenInstruction } from "@solana-program/token"
import { getTopLevelInstructions, type Instruction, resolveInstruction } from "../chain/instructions.ts"
import type { ConfirmedTransaction } from "../chain/SolanaChain.ts"
import { isTokenProgram } from "../chain/tokenBalances.ts"
import { toClientInstruction } from "../rpc/nameAccounts.ts"

/** A transfer of value, or the attempted transfer of a failed transaction. */
export interface SolanaMovement {
  /** The owner, not its token account. `null` for minted or burned tokens. */
  readonly from: string | null
  readonly to: string | null
  /** `null` for SOL. */
  readonly mint: string | null
  /** Base units. */
  readonly amount: bigint
  /** The transfer fee that the token withholds from the amount, in base units. */
  readonly kept: bigint
}

/** Returns the movements in the order of the instructions. The rent of a new account is not a movement. */
export const getMovements = ({
  transaction,
  keys,
  outcome,
  tokens,
}: ConfirmedTransaction): readonly SolanaMovement[] => {
  const holders = new Map(
    [...tokens.pre, ...tokens.post].map((held) => [keys[held.accountIndex]?.address ?? "", held]),
  )
  const personOf = (account: string | null) => account && (holders.get(account)?.owner ?? account)
  return getTopLevelInstructions(transaction.message).flatMap((own, index) => {
    const called = outcome.inner.find((inner) => inner.index === index)?.instructions ?? []
    return [own, ...called].flatMap((one): readonly SolanaMovement[] => {
      const instruction = resolveInstruction(one, keys)
      const moved = instruction && decodeTransfer(instruction)
      if (!moved) return []
      const { from, to, isToken, amount, kept = 0n } = moved
      const held = holders.get(from ?? "") ?? holders.get(to ?? "")
      if (isToken && held === undefined) return []
      const mint = isToken && held ? held.mint : null
      return [{ from: personOf(from), to: personOf(to), mint, amount, kept }]
    })
  })
}

interface AccountTransfer {
  readonly from: string | null
  readonly to: string | null
  readonly isToken: boolean
  readonly amount: bigint
  readonly kept?: bigint
}

/** Decodes a transfer between accounts, including token accounts. `null` when the instruction moves nothing. */
const decodeTransfer = (instruction: Instruction): AccountTransfer | null => {
  try {
    if (instruction.program === SYSTEM_PROGRAM_ADDRESS) return decodeSolTransfer(instruction)
    return isTokenProgram(instruction.program) ? decodeTokenTransfer(instruction) : null
  } catch {
    // The data or accounts do not match the program's layout.
    return null
  }
}

const decodeSolTransfer = (instruction: Instruction): AccountTransfer | null => {
  const { instructionType, data } = parseSystemInstruction(toClientInstruction(instruction))
  const [from = null, second = null, third = null] = instruction.accounts
  switch (instructionType) {
    case SystemInstruction.TransferSol:
      return { from, to: second, isToken: false, amount: data.amount }
    case SystemInstruction.TransferSolWithSeed:
      return { from, to: third, isToken: false, amount: data.amount }
    default:
      return null
  }
}

/** `TransferFeeExtension`, `TransferCheckedWithFee`. Source: spl-token-2022. */
const transferCheckedWithFee = Buffer.from([26, 1])

const decodeTokenTransfer = (instruction: Instruction): AccountTransfer | null => {
  const bytes = Buffer.from(instruction.data)
  if (bytes.subarray(0, 2).equals(transferCheckedWithFee)) {
    const [from = null, , to = null] = instruction.accounts
    return { from, to, isToken: true, amount: bytes.readBigUInt64LE(2), kept: bytes.readBigUInt64LE(11) }
  }
  const { instructionType, data } = parseTokenInstruction(toClientInstruction(instruction))
  const [first = null, second = null, third = null] = instruction.accounts
  switch (instructionType) {
    case TokenInstruction.Transfer:
      return { from: first, to: second, isToken: true, amount: data.amount }
    case TokenInstruction.TransferChecked:
      return { from: first, to: third, isToken: true, amount: data.amount }
    case TokenInstruction.MintTo:
    case TokenInstruction.MintToChecked:
      return { from: null, to: second, isToken: true, amount: data.amount }
    case TokenInstruction.Burn:
    case TokenInstruction.BurnChecked:
      return { from: first, to: null, isToken: true, amount: data.amount }
    default:
      return null
  }
}
