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
  /** After the accounts that it is about comes who allowed it. */
  const allowed = (type: string, names: readonly string[], role: string, info: object = {}) => ({
    type,
    info: { ...accounts(...names), ...info, ...by(instruction, names.length, role) },
  })
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
      return allowed("transfer", ["source", "destination"], "authority", amount(data))
    case TokenInstruction.TransferChecked:
      return allowed("transferChecked", ["source", "mint", "destination"], "authority", checked(data))
    case TokenInstruction.Approve:
      return allowed("approve", ["source", "delegate"], "owner", amount(data))
    case TokenInstruction.ApproveChecked:
      return allowed("approveChecked", ["source", "mint", "delegate"], "owner", checked(data))
    case TokenInstruction.Revoke:
      return allowed("revoke", ["source"], "owner")
    case TokenInstruction.SetAuthority: {
      const { authorityType, newAuthority } = data
      const ofMint =
        authorityType === AuthorityType.MintTokens || authorityType === AuthorityType.FreezeAccount
      return allowed("setAuthority", [ofMint ? "mint" : "account"], "authority", {
        authorityType: authorities[authorityType],
        newAuthority: unwrapOption(newAuthority),
      })
    }
    case TokenInstruction.MintTo:
      return allowed("mintTo", ["mint", "account"], "mintAuthority", amount(data))
    case TokenInstruction.MintToChecked:
      return allowed("mintToChecked", ["mint", "account"], "mintAuthority", checked(data))
    case TokenInstruction.Burn:
      return allowed("burn", ["account", "mint"], "authority", amount(data))
    case TokenInstruction.BurnChecked:
      return allowed("burnChecked", ["account", "mint"], "authority", checked(data))
    case TokenInstruction.CloseAccount:
      return allowed("closeAccount", ["account", "destination"], "owner")
    case TokenInstruction.FreezeAccount:
      return allowed("freezeAccount", ["account", "mint"], "freezeAuthority")
    case TokenInstruction.ThawAccount:
      return allowed("thawAccount", ["account", "mint"], "freezeAuthority")
    case TokenInstruction.SyncNative:
      return { type: "syncNative", info: accounts("account") }
    case TokenInstruction.GetAccountDataSize:
      return { type: "getAccountDataSize", info: accounts("mint") }
    case TokenInstruction.InitializeImmutableOwner:
      return { type: "initializeImmutableOwner", info: accounts("account") }
    case TokenInstruction.AmountToUiAmount:
      return { type: "amountToUiAmount", info: { ...accounts("mint"), ...amount(data) } }
    case TokenInstruction.UiAmountToAmount:
      return { type: "uiAmountToAmount", info: { ...accounts("mint"), uiAmount: data.uiAmount } }
    case TokenInstruction.WithdrawExcessLamports:
      return allowed("withdrawExcessLamports", ["source", "destination"], "authority")
    case TokenInstruction.UnwrapLamports:
    case TokenInstruction.Batch:
      return null
  }
}

const amount = (data: { readonly amount: bigint }) => ({ amount: String(data.amount) })

const checked = (data: { readonly amount: bigint; readonly decimals: number }) => ({
  tokenAmount: tokenAmount(data.amount, data.decimals),
})

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
