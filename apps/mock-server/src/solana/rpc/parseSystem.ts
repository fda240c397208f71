import { parseSystemInstruction, SystemInstruction } from "@solana-program/system"
import type { Instruction } from "../chain/instructions.ts"
import { nameAccounts, toClientInstruction } from "./nameAccounts.ts"
import type { ParsedInstruction } from "./parseInstruction.ts"

const blockhashes = "recentBlockhashesSysvar"

/** @throws Error when its data or accounts do not match the program's layout. */
export const parseSystem = (instruction: Instruction): ParsedInstruction | null => {
  const { instructionType, data } = parseSystemInstruction(toClientInstruction(instruction))
  const accounts = (...names: readonly string[]) => nameAccounts(instruction, names)
  switch (instructionType) {
    case SystemInstruction.CreateAccount: {
      const { lamports, space, programAddress: owner } = data
      return { type: "createAccount", info: { ...accounts("source", "newAccount"), lamports, space, owner } }
    }
    case SystemInstruction.Assign:
      return { type: "assign", info: { ...accounts("account"), owner: data.programAddress } }
    case SystemInstruction.TransferSol:
      return { type: "transfer", info: { ...accounts("source", "destination"), lamports: data.amount } }
    case SystemInstruction.CreateAccountWithSeed: {
      const { base, seed, amount: lamports, space, programAddress: owner } = data
      return {
        type: "createAccountWithSeed",
        info: { ...accounts("source", "newAccount"), base, seed, lamports, space, owner },
      }
    }
    case SystemInstruction.AdvanceNonceAccount:
      return { type: "advanceNonce", info: accounts("nonceAccount", blockhashes, "nonceAuthority") }
    case SystemInstruction.WithdrawNonceAccount:
      return {
        type: "withdrawFromNonce",
        info: {
          ...accounts("nonceAccount", "destination", blockhashes, "rentSysvar", "nonceAuthority"),
          lamports: data.withdrawAmount,
        },
      }
    case SystemInstruction.InitializeNonceAccount:
      return {
        type: "initializeNonce",
        info: { ...accounts("nonceAccount", blockhashes, "rentSysvar"), nonceAuthority: data.nonceAuthority },
      }
    case SystemInstruction.AuthorizeNonceAccount:
      return {
        type: "authorizeNonce",
        info: { ...accounts("nonceAccount", "nonceAuthority"), newAuthorized: data.newNonceAuthority },
      }
    case SystemInstruction.Allocate:
      return { type: "allocate", info: { ...accounts("account"), space: data.space } }
    case SystemInstruction.AllocateWithSeed: {
      const { base, seed, space, programAddress: owner } = data
      return { type: "allocateWithSeed", info: { ...accounts("account"), base, seed, space, owner } }
    }
    case SystemInstruction.AssignWithSeed: {
      const { base, seed, programAddress: owner } = data
      return { type: "assignWithSeed", info: { ...accounts("account"), base, seed, owner } }
    }
    case SystemInstruction.TransferSolWithSeed: {
      const { amount: lamports, fromSeed: sourceSeed, fromOwner: sourceOwner } = data
      return {
        type: "transferWithSeed",
        info: { ...accounts("source", "sourceBase", "destination"), lamports, sourceSeed, sourceOwner },
      }
    }
    case SystemInstruction.UpgradeNonceAccount:
      return { type: "upgradeNonce", info: accounts("nonceAccount") }
    case SystemInstruction.CreateAccountAllowPrefund:
      return null
  }
}
