import { type Option, unwrapOption } from "@solana/kit"
import { AuthorityType, parseTokenInstruction, TokenInstruction } from "@solana-program/token"
import type { Instruction } from "../chain/instructions.ts"
import { asClientSees, named } from "./namedAccounts.ts"
import type { ParsedInstruction } from "./parsedInstruction.ts"
import { tokenAmount } from "./tokenAmount.ts"

const authorities = {
  [AuthorityType.MintTokens]: "mintTokens",
  [AuthorityType.FreezeAccount]: "freezeAccount",
  [AuthorityType.AccountOwner]: "accountOwner",
  [AuthorityType.CloseAccount]: "closeAccount",
} as const

/** @throws Error when its data or accounts are not as the program reads them. */
export const parsedToken = (instruction: Instruction): ParsedInstruction | null => {
  const { instructionType, data } = parseTokenInstruction(asClientSees(instruction))
  const accounts = (...names: readonly string[]) => named(instruction, names)
  switch (instructionType) {
    case TokenInstruction.InitializeMint:
    case TokenInstruction.InitializeMint2: {
      const first = instructionType === TokenInstruction.InitializeMint
      const { decimals, mintAuthority, freezeAuthority } = data
      return {
        type: first ? "initializeMint" : "initializeMint2",
        info: {
          ...(first ? accounts("mint", "rentSysvar") : accounts("mint")),
          decimals,
          mintAuthority,
          ...optional("freezeAuthority", freezeAuthority),
        },
      }
    }
    case TokenInstruction.InitializeAccount:
      return { type: "initializeAccount", info: accounts("account", "mint", "owner", "rentSysvar") }
    case TokenInstruction.InitializeAccount2:
      return {
        type: "initializeAccount2",
        info: { ...accounts("account", "mint", "rentSysvar"), owner: data.owner },
      }
    case TokenInstruction.InitializeAccount3:
      return { type: "initializeAccount3", info: { ...accounts("account", "mint"), owner: data.owner } }
    case TokenInstruction.InitializeMultisig:
      return {
        type: "initializeMultisig",
        info: { ...accounts("multisig", "rentSysvar"), signers: instruction.accounts.slice(2), m: data.m },
      }
    case TokenInstruction.InitializeMultisig2:
      return {
        type: "initializeMultisig2",
        info: { ...accounts("multisig"), signers: instruction.accounts.slice(1), m: data.m },
      }
    case TokenInstruction.Transfer:
      return {
        type: "transfer",
        info: {
          ...accounts("source", "destination"),
          amount: String(data.amount),
          ...by(instruction, 2, "authority"),
        },
      }
    case TokenInstruction.TransferChecked:
      return {
        type: "transferChecked",
        info: {
          ...accounts("source", "mint", "destination"),
          tokenAmount: tokenAmount(data.amount, data.decimals),
          ...by(instruction, 3, "authority"),
        },
      }
    case TokenInstruction.Approve:
      return {
        type: "approve",
        info: {
          ...accounts("source", "delegate"),
          amount: String(data.amount),
          ...by(instruction, 2, "owner"),
        },
      }
    case TokenInstruction.ApproveChecked:
      return {
        type: "approveChecked",
        info: {
          ...accounts("source", "mint", "delegate"),
          tokenAmount: tokenAmount(data.amount, data.decimals),
          ...by(instruction, 3, "owner"),
        },
      }
    case TokenInstruction.Revoke:
      return { type: "revoke", info: { ...accounts("source"), ...by(instruction, 1, "owner") } }
    case TokenInstruction.SetAuthority: {
      const { authorityType, newAuthority } = data
      const ofMint =
        authorityType === AuthorityType.MintTokens || authorityType === AuthorityType.FreezeAccount
      return {
        type: "setAuthority",
        info: {
          ...accounts(ofMint ? "mint" : "account"),
          authorityType: authorities[authorityType],
          newAuthority: unwrapOption(newAuthority),
          ...by(instruction, 1, "authority"),
        },
      }
    }
    case TokenInstruction.MintTo:
      return {
        type: "mintTo",
        info: {
          ...accounts("mint", "account"),
          amount: String(data.amount),
          ...by(instruction, 2, "mintAuthority"),
        },
      }
    case TokenInstruction.MintToChecked:
      return {
        type: "mintToChecked",
        info: {
          ...accounts("mint", "account"),
          tokenAmount: tokenAmount(data.amount, data.decimals),
          ...by(instruction, 2, "mintAuthority"),
        },
      }
    case TokenInstruction.Burn:
      return {
        type: "burn",
        info: {
          ...accounts("account", "mint"),
          amount: String(data.amount),
          ...by(instruction, 2, "authority"),
        },
      }
    case TokenInstruction.BurnChecked:
      return {
        type: "burnChecked",
        info: {
          ...accounts("account", "mint"),
          tokenAmount: tokenAmount(data.amount, data.decimals),
          ...by(instruction, 2, "authority"),
        },
      }
    case TokenInstruction.CloseAccount:
      return {
        type: "closeAccount",
        info: { ...accounts("account", "destination"), ...by(instruction, 2, "owner") },
      }
    case TokenInstruction.FreezeAccount:
    case TokenInstruction.ThawAccount:
      return {
        type: instructionType === TokenInstruction.FreezeAccount ? "freezeAccount" : "thawAccount",
        info: { ...accounts("account", "mint"), ...by(instruction, 2, "freezeAuthority") },
      }
    case TokenInstruction.SyncNative:
      return { type: "syncNative", info: accounts("account") }
    case TokenInstruction.GetAccountDataSize:
      return { type: "getAccountDataSize", info: accounts("mint") }
    case TokenInstruction.InitializeImmutableOwner:
      return { type: "initializeImmutableOwner", info: accounts("account") }
    case TokenInstruction.AmountToUiAmount:
      return { type: "amountToUiAmount", info: { ...accounts("mint"), amount: String(data.amount) } }
    case TokenInstruction.UiAmountToAmount:
      return { type: "uiAmountToAmount", info: { ...accounts("mint"), uiAmount: data.uiAmount } }
    case TokenInstruction.WithdrawExcessLamports:
      return {
        type: "withdrawExcessLamports",
        info: { ...accounts("source", "destination"), ...by(instruction, 2, "authority") },
      }
    case TokenInstruction.UnwrapLamports:
    case TokenInstruction.Batch:
      return null
  }
}

/** Who allowed it: one account, or a multisig account and those that signed for it. */
const by = ({ accounts }: Instruction, index: number, role: string) => {
  const account = accounts[index]
  if (account === undefined) throw new Error(`No account for ${role}`)
  const signers = accounts.slice(index + 1)
  return signers.length === 0
    ? { [role]: account }
    : { [`multisig${role.charAt(0).toUpperCase()}${role.slice(1)}`]: account, signers }
}

const optional = (name: string, option: Option<string>) => {
  const value = unwrapOption(option)
  return value === null ? {} : { [name]: value }
}
