import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import {
  ASSOCIATED_TOKEN_PROGRAM_ADDRESS,
  AssociatedTokenInstruction,
  parseAssociatedTokenInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from "@solana-program/token"
import type { Instruction } from "../chain/instructions.ts"
import { token2022 } from "../chain/tokenBalances.ts"
import { nameAccounts, toClientInstruction } from "./nameAccounts.ts"
import { parseSystem } from "./parseSystem.ts"
import { parseToken } from "./parseToken.ts"

const createdAccountNames = ["source", "account", "wallet", "mint", "systemProgram", "tokenProgram"]

/** @throws Error when its data or accounts do not match the program's layout. */
const parseAssociatedToken = (instruction: Instruction): ParsedInstruction => {
  // Older clients send no data for `create`.
  const data = instruction.data.length === 0 ? new Uint8Array([0]) : instruction.data
  const { instructionType } = parseAssociatedTokenInstruction(toClientInstruction({ ...instruction, data }))
  switch (instructionType) {
    case AssociatedTokenInstruction.CreateAssociatedToken:
      return { type: "create", info: nameAccounts(instruction, createdAccountNames) }
    case AssociatedTokenInstruction.CreateAssociatedTokenIdempotent:
      return { type: "createIdempotent", info: nameAccounts(instruction, createdAccountNames) }
    case AssociatedTokenInstruction.RecoverNestedAssociatedToken:
      return {
        type: "recoverNested",
        info: nameAccounts(instruction, [
          "nestedSource",
          "nestedMint",
          "destination",
          "nestedOwner",
          "ownerMint",
          "wallet",
          "tokenProgram",
        ]),
      }
  }
}

/** A parsed instruction, in the format of its program. */
export interface ParsedInstruction {
  readonly type: string
  readonly info: Readonly<Record<string, unknown>>
}

/** The memo program, and its first version. */
export const memoPrograms: ReadonlySet<string> = new Set([
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
])

type InstructionParser = (instruction: Instruction) => ParsedInstruction | null

const parsers: ReadonlyMap<string, readonly [name: string, parse: InstructionParser]> = new Map([
  [SYSTEM_PROGRAM_ADDRESS, ["system", parseSystem]],
  [TOKEN_PROGRAM_ADDRESS, ["spl-token", parseToken]],
  [token2022, ["spl-token-2022", parseToken]],
  [ASSOCIATED_TOKEN_PROGRAM_ADDRESS, ["spl-associated-token-account", parseAssociatedToken]],
])

/** Parses an instruction; `null` when a node has no parser for it. Source: solana-transaction-status. */
export const parseInstruction = (
  instruction: Instruction,
): { readonly program: string; readonly parsed: ParsedInstruction | string } | null => {
  if (memoPrograms.has(instruction.program))
    return { program: "spl-memo", parsed: Buffer.from(instruction.data).toString() }
  const parser = parsers.get(instruction.program)
  if (parser === undefined) return null
  const [program, parse] = parser
  // The sender controls accounts and data, so parsing may throw.
  const parsed = parseOrNull(() => parse(instruction))
  return parsed && { program, parsed }
}

const parseOrNull = <A>(parse: () => A): A | null => {
  try {
    return parse()
  } catch {
    return null
  }
}
