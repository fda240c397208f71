import { type AccountMeta, getAddressDecoder, getU8Decoder, getU32Decoder, getUtf8Decoder } from "@solana/kit"
import {
  identifySystemInstruction,
  parseAdvanceNonceAccountInstruction,
  parseAssignInstruction,
  parseAssignWithSeedInstruction,
  parseAuthorizeNonceAccountInstruction,
  parseCreateAccountInstruction,
  parseCreateAccountWithSeedInstruction,
  parseTransferSolInstruction,
  parseTransferSolWithSeedInstruction,
  parseWithdrawNonceAccountInstruction,
  SystemInstruction,
} from "@solana-program/system"
import {
  identifyTokenInstruction,
  parseApproveCheckedInstruction,
  parseApproveInstruction,
  parseBurnCheckedInstruction,
  parseBurnInstruction,
  parseCloseAccountInstruction,
  parseInitializeAccount2Instruction,
  parseInitializeAccount3Instruction,
  parseInitializeAccountInstruction,
  parseMintToCheckedInstruction,
  parseMintToInstruction,
  parseRevokeInstruction,
  parseTransferCheckedInstruction,
  parseTransferInstruction,
  TokenInstruction,
} from "@solana-program/token"
import { feeTransferCodec, feeTransferKind } from "../program/feeTransfer.ts"
import { programs } from "../program/programs.ts"
import type { Instruction } from "../wire/Instruction.ts"
import type { DecodedInstruction } from "./DecodedInstruction.ts"
import { decodeStake } from "./decodeStake.ts"
import { toAddress } from "./toAddress.ts"

/** Decodes an instruction like its program. Never throws: invalid data is unknown. */
export const decodeInstruction = (instruction: Instruction): DecodedInstruction => {
  try {
    return (
      getInstructionDecoder(instruction.programAddress)?.(instruction) ?? { _tag: "Unknown", instruction }
    )
  } catch {
    return { _tag: "Unknown", instruction }
  }
}

type InstructionDecoder = (instruction: Instruction) => DecodedInstruction | null

const getInstructionDecoder = (program: string): InstructionDecoder | null => {
  switch (program) {
    case programs.system:
      return decodeSystem
    case programs.token:
      return decodeToken
    case programs.token2022:
      return decodeToken2022
    case programs.associatedToken:
      return decodeAssociatedToken
    case programs.computeBudget:
      return () => ({ _tag: "Budget" })
    case programs.memo:
    case programs.olderMemo:
      return decodeMemo
    case programs.stake:
      return decodeStake
    case programs.upgradeableLoader:
      return decodeUpgradeableLoader
    default:
      return null
  }
}

/** Source: Solana, `SystemInstruction`. */
const decodeSystem: InstructionDecoder = (instruction) => {
  switch (identifySystemInstruction(instruction)) {
    case SystemInstruction.CreateAccount: {
      const { accounts, data } = parseCreateAccountInstruction(instruction)
      const account = toAddress(accounts.newAccount)
      const { lamports, programAddress, space } = data
      const payer = toAddress(accounts.payer)
      return { _tag: "MakeAccount", payer, account, owner: programAddress, amount: lamports, space }
    }
    case SystemInstruction.CreateAccountWithSeed: {
      const { accounts, data } = parseCreateAccountWithSeedInstruction(instruction)
      const account = toAddress(accounts.newAccount)
      const { amount, programAddress, space } = data
      const payer = toAddress(accounts.payer)
      return { _tag: "MakeAccount", payer, account, owner: programAddress, amount, space }
    }
    case SystemInstruction.Assign: {
      const { accounts, data } = parseAssignInstruction(instruction)
      return { _tag: "Assign", account: toAddress(accounts.account), to: data.programAddress }
    }
    case SystemInstruction.AssignWithSeed: {
      const { accounts, data } = parseAssignWithSeedInstruction(instruction)
      return { _tag: "Assign", account: toAddress(accounts.account), to: data.programAddress }
    }
    case SystemInstruction.TransferSol: {
      const { accounts, data } = parseTransferSolInstruction(instruction)
      return toPayment(accounts.source, accounts.destination, data.amount)
    }
    case SystemInstruction.TransferSolWithSeed: {
      const { accounts, data } = parseTransferSolWithSeedInstruction(instruction)
      return toPayment(accounts.source, accounts.destination, data.amount)
    }
    case SystemInstruction.WithdrawNonceAccount: {
      const { accounts, data } = parseWithdrawNonceAccountInstruction(instruction)
      return toPayment(accounts.nonceAccount, accounts.recipientAccount, data.withdrawAmount)
    }
    case SystemInstruction.AdvanceNonceAccount: {
      const { accounts } = parseAdvanceNonceAccountInstruction(instruction)
      const authority = toAddress(accounts.nonceAuthority)
      return { _tag: "UseNonce", nonce: toAddress(accounts.nonceAccount), authority }
    }
    case SystemInstruction.AuthorizeNonceAccount: {
      const { accounts, data } = parseAuthorizeNonceAccountInstruction(instruction)
      return {
        _tag: "Authorize",
        account: toAddress(accounts.nonceAccount),
        what: "use the nonce",
        authority: toAddress(accounts.nonceAuthority),
        to: data.newNonceAuthority,
      }
    }
    default:
      return null
  }
}

const toPayment = (from: AccountMeta, to: AccountMeta, amount: bigint): DecodedInstruction => ({
  _tag: "PayNative",
  from: toAddress(from),
  to: toAddress(to),
  amount,
})

/** Source: spl-token-2022. All other instructions are those of spl-token. */
const decodeToken2022: InstructionDecoder = (instruction) => {
  if (instruction.data[0] !== feeTransferKind.discriminator) return decodeToken(instruction)
  if (instruction.data[1] !== feeTransferKind.kind) return null
  const [source, mint, destination, authority] = instruction.accounts
  const { amount, fee } = feeTransferCodec.decode(instruction.data)
  return {
    _tag: "PayToken",
    source: toAddress(source),
    destination: toAddress(destination),
    owner: toAddress(authority),
    amount,
    token: toAddress(mint),
    fee,
  }
}

/** Source: spl-token, `TokenInstruction`. */
const decodeToken: InstructionDecoder = (instruction) => {
  switch (identifyTokenInstruction(instruction)) {
    case TokenInstruction.Transfer: {
      const { accounts, data } = parseTransferInstruction(instruction)
      return toTokenPayment(accounts, null, data.amount)
    }
    case TokenInstruction.TransferChecked: {
      const { accounts, data } = parseTransferCheckedInstruction(instruction)
      return toTokenPayment(accounts, toAddress(accounts.mint), data.amount)
    }
    case TokenInstruction.Approve: {
      const { accounts, data } = parseApproveInstruction(instruction)
      return toApproval(accounts, null, data.amount)
    }
    case TokenInstruction.ApproveChecked: {
      const { accounts, data } = parseApproveCheckedInstruction(instruction)
      return toApproval(accounts, toAddress(accounts.mint), data.amount)
    }
    case TokenInstruction.Revoke:
      return { _tag: "Revoke", account: toAddress(parseRevokeInstruction(instruction).accounts.source) }
    case TokenInstruction.InitializeAccount: {
      const { account, mint, owner } = parseInitializeAccountInstruction(instruction).accounts
      return toHolding(account, mint, toAddress(owner))
    }
    case TokenInstruction.InitializeAccount2: {
      const { accounts, data } = parseInitializeAccount2Instruction(instruction)
      return toHolding(accounts.account, accounts.mint, data.owner)
    }
    case TokenInstruction.InitializeAccount3: {
      const { accounts, data } = parseInitializeAccount3Instruction(instruction)
      return toHolding(accounts.account, accounts.mint, data.owner)
    }
    case TokenInstruction.SyncNative:
      return { _tag: "SyncNative", account: toAddress(instruction.accounts[0]) }
    case TokenInstruction.SetAuthority:
      return toAuthorityChange(instruction)
    case TokenInstruction.Burn: {
      const { accounts, data } = parseBurnInstruction(instruction)
      return toBurn(accounts, data.amount)
    }
    case TokenInstruction.BurnChecked: {
      const { accounts, data } = parseBurnCheckedInstruction(instruction)
      return toBurn(accounts, data.amount)
    }
    case TokenInstruction.MintTo: {
      const { accounts, data } = parseMintToInstruction(instruction)
      return toMint(accounts, data.amount)
    }
    case TokenInstruction.MintToChecked: {
      const { accounts, data } = parseMintToCheckedInstruction(instruction)
      return toMint(accounts, data.amount)
    }
    case TokenInstruction.CloseAccount: {
      const { account, destination } = parseCloseAccountInstruction(instruction).accounts
      return { _tag: "Close", account: toAddress(account), to: toAddress(destination) }
    }
    default:
      return null
  }
}

const toTokenPayment = (
  accounts: Readonly<Record<"source" | "destination" | "authority", AccountMeta>>,
  token: string | null,
  amount: bigint,
): DecodedInstruction => ({
  _tag: "PayToken",
  source: toAddress(accounts.source),
  destination: toAddress(accounts.destination),
  owner: toAddress(accounts.authority),
  amount,
  token,
  fee: null,
})

const toApproval = (
  accounts: Readonly<Record<"source" | "delegate" | "owner", AccountMeta>>,
  token: string | null,
  amount: bigint,
): DecodedInstruction => ({
  _tag: "Approve",
  account: toAddress(accounts.source),
  token,
  spender: toAddress(accounts.delegate),
  owner: toAddress(accounts.owner),
  amount,
})

const toHolding = (account: AccountMeta, mint: AccountMeta, owner: string): DecodedInstruction => ({
  _tag: "OpenHolding",
  account: toAddress(account),
  owner,
  token: toAddress(mint),
})

const toBurn = (
  { account, mint }: Readonly<Record<"account" | "mint", AccountMeta>>,
  amount: bigint,
): DecodedInstruction => ({ _tag: "Burn", account: toAddress(account), token: toAddress(mint), amount })

const toMint = (
  { mint, token }: Readonly<Record<"mint" | "token", AccountMeta>>,
  amount: bigint,
): DecodedInstruction => ({ _tag: "Mint", account: toAddress(token), token: toAddress(mint), amount })

const authorityLabels = ["mint more of it", "freeze it", "own the account", "close the account"]

/** The library knows the four authorities of spl-token only, and takes invalid new ones for none. */
const toAuthorityChange: InstructionDecoder = ({ accounts, data }) => ({
  _tag: "Authorize",
  account: toAddress(accounts[0]),
  what: authorityLabels[getU8Decoder().decode(data, 1)] ?? "do more with it",
  authority: toAddress(accounts[1]),
  to: getU8Decoder().decode(data, 2) === 0 ? null : getAddressDecoder().decode(data, 3),
})

/** Older clients send no data to create an account, which the library does not know. Source: spl-associated-token-account. */
const decodeAssociatedToken: InstructionDecoder = ({ accounts: [, account, owner, token], data }) =>
  (data[0] ?? 0) > 1
    ? null
    : {
        _tag: "MakeAssociated",
        account: toAddress(account),
        owner: toAddress(owner),
        token: toAddress(token),
      }

/** Each byte is shown, or the memo is unknown. */
const memoDecoder = getUtf8Decoder({ fatal: true, ignoreBOM: true, removeNullCharacters: false })

const decodeMemo: InstructionDecoder = ({ data }) => ({ _tag: "Memo", text: memoDecoder.decode(data) })

/** Decodes changes of upgrade authorities. Source: Solana, `UpgradeableLoaderInstruction`. */
const decodeUpgradeableLoader: InstructionDecoder = ({ accounts, data }) => {
  const kind = getU32Decoder().decode(data)
  return kind !== 4 && kind !== 7
    ? null
    : {
        _tag: "Authorize",
        account: toAddress(accounts[0]),
        what: "change the program",
        authority: toAddress(accounts[1]),
        to: accounts[2] === undefined ? null : toAddress(accounts[2]),
      }
}
