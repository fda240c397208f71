import { type Option, unwrapOption } from "@solana/kit"
import { AuthorityType, parseTokenInstruction, TokenInstruction } from "@solana-program/token"
import type { Instruction } from "../chain/instructions.ts"
import { nameAccounts, toClientInstruction } from "./nameAccounts.ts"
import type { ParsedInstruction } from "./parseInstruction.ts"
import { toTokenAmount } from "./tokenAmount.ts"

const authorityNames = {
  [AuthorityType.MintTokens]: "mintTokens",
  [AuthorityType.FreezeAccount]: "freezeAccount",
  [AuthorityType.AccountOwner]: "accountOwner",
  [AuthorityType.CloseAccount]: "closeAccount",
} as const

/** @throws Error when its data or accounts do not match the program's layout. */
export const parseToken = (instruction: Instruction): ParsedInstruction | null => {
  const { instructionType, data } = parseTokenInstruction(toClientInstruction(instruction))
  const accounts = (...names: readonly string[]) => nameAccounts(instruction, names)
  /** Names the accounts of an instruction whose authority follows the named accounts. */
  const allowed = (type: string, names: readonly string[], role: string, info: object = {}) => ({
    type,
    info: { ...accounts(...names), ...info, ...authorityFields(instruction, names.length, role) },
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
          ...optionalField("freezeAuthority", freezeAuthority),
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
      return allowed("transfer", ["source", "destination"], "authority", amountInfo(data))
    case TokenInstruction.TransferChecked:
      return allowed(
        "transferChecked",
        ["source", "mint", "destination"],
        "authority",
        checkedAmountInfo(data),
      )
    case TokenInstruction.Approve:
      return allowed("approve", ["source", "delegate"], "owner", amountInfo(data))
    case TokenInstruction.ApproveChecked:
      return allowed("approveChecked", ["source", "mint", "delegate"], "owner", checkedAmountInfo(data))
    case TokenInstruction.Revoke:
      return allowed("revoke", ["source"], "owner")
    case TokenInstruction.SetAuthority: {
      const { authorityType, newAuthority } = data
      const ofMint =
        authorityType === AuthorityType.MintTokens || authorityType === AuthorityType.FreezeAccount
      return allowed("setAuthority", [ofMint ? "mint" : "account"], "authority", {
        authorityType: authorityNames[authorityType],
        newAuthority: unwrapOption(newAuthority),
      })
    }
    case TokenInstruction.MintTo:
      return allowed("mintTo", ["mint", "account"], "mintAuthority", amountInfo(data))
    case TokenInstruction.MintToChecked:
      return allowed("mintToChecked", ["mint", "account"], "mintAuthority", checkedAmountInfo(data))
    case TokenInstruction.Burn:
      return allowed("burn", ["account", "mint"], "authority", amountInfo(data))
    case TokenInstruction.BurnChecked:
      return allowed("burnChecked", ["account", "mint"], "authority", checkedAmountInfo(data))
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
      return { type: "amountToUiAmount", info: { ...accounts("mint"), ...amountInfo(data) } }
    case TokenInstruction.UiAmountToAmount:
      return { type: "uiAmountToAmount", info: { ...accounts("mint"), uiAmount: data.uiAmount } }
    case TokenInstruction.WithdrawExcessLamports:
      return allowed("withdrawExcessLamports", ["source", "destination"], "authority")
    case TokenInstruction.UnwrapLamports:
    case TokenInstruction.Batch:
      return null
  }
}

const amountInfo = (data: { readonly amount: bigint }) => ({ amount: String(data.amount) })

const checkedAmountInfo = (data: { readonly amount: bigint; readonly decimals: number }) => ({
  tokenAmount: toTokenAmount(data.amount, data.decimals),
})

/** Returns the authority: one account, or a multisig account and its signers. */
const authorityFields = ({ accounts }: Instruction, index: number, role: string) => {
  const account = accounts[index]
  if (account === undefined) throw new Error(`No account for ${role}`)
  const signers = accounts.slice(index + 1)
  return signers.length === 0
    ? { [role]: account }
    : { [`multisig${role.charAt(0).toUpperCase()}${role.slice(1)}`]: account, signers }
}

const optionalField = (name: string, option: Option<string>) => {
  const value = unwrapOption(option)
  return value === null ? {} : { [name]: value }
}
