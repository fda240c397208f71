import { AssociatedTokenInstruction, parseAssociatedTokenInstruction } from "@solana-program/token"
import type { Instruction } from "../chain/instructions.ts"
import { asClientSees, named } from "./namedAccounts.ts"
import type { ParsedInstruction } from "./parsedInstruction.ts"

const created = ["source", "account", "wallet", "mint", "systemProgram", "tokenProgram"]

/** @throws Error when its data or accounts are not as the program reads them. */
export const parsedAssociatedToken = (instruction: Instruction): ParsedInstruction => {
  // Once, no data meant to create.
  const data = instruction.data.length === 0 ? new Uint8Array([0]) : instruction.data
  const { instructionType } = parseAssociatedTokenInstruction(asClientSees({ ...instruction, data }))
  switch (instructionType) {
    case AssociatedTokenInstruction.CreateAssociatedToken:
      return { type: "create", info: named(instruction, created) }
    case AssociatedTokenInstruction.CreateAssociatedTokenIdempotent:
      return { type: "createIdempotent", info: named(instruction, created) }
    case AssociatedTokenInstruction.RecoverNestedAssociatedToken:
      return {
        type: "recoverNested",
        info: named(instruction, [
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
