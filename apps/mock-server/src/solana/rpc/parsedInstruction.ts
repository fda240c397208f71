import { SYSTEM_PROGRAM_ADDRESS } from "@solana-program/system"
import { ASSOCIATED_TOKEN_PROGRAM_ADDRESS, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import type { Instruction } from "../chain/instructions.ts"
import { token2022 } from "../chain/tokenBalances.ts"
import { parsedAssociatedToken } from "./parsedAssociatedToken.ts"
import { parsedSystem } from "./parsedSystem.ts"
import { parsedToken } from "./parsedToken.ts"

/** What an instruction says, in the words of its program. */
export interface ParsedInstruction {
  readonly type: string
  readonly info: Readonly<Record<string, unknown>>
}

/** The memo program, and its first version. */
export const memoPrograms: ReadonlySet<string> = new Set([
  "MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr",
  "Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo",
])

type Parse = (instruction: Instruction) => ParsedInstruction | null

const parsers: ReadonlyMap<string, readonly [name: string, parse: Parse]> = new Map([
  [SYSTEM_PROGRAM_ADDRESS, ["system", parsedSystem]],
  [TOKEN_PROGRAM_ADDRESS, ["spl-token", parsedToken]],
  [token2022, ["spl-token-2022", parsedToken]],
  [ASSOCIATED_TOKEN_PROGRAM_ADDRESS, ["spl-associated-token-account", parsedAssociatedToken]],
])

/** `null` for a program, or an instruction, that a node does not put in words either. Source: solana-transaction-status. */
export const parsedInstruction = (
  instruction: Instruction,
): { readonly program: string; readonly parsed: ParsedInstruction | string } | null => {
  if (memoPrograms.has(instruction.program))
    return { program: "spl-memo", parsed: Buffer.from(instruction.data).toString() }
  const parser = parsers.get(instruction.program)
  if (parser === undefined) return null
  const [program, parse] = parser
  // Its accounts and data are whatever the sender wrote.
  const parsed = attempt(() => parse(instruction))
  return parsed && { program, parsed }
}

const attempt = <A>(parse: () => A): A | null => {
  try {
    return parse()
  } catch {
    return null
  }
}
