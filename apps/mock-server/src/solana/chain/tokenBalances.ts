import type { Address, EncodedAccount } from "@solana/kit"
import { AccountState, getMintDecoder, getTokenDecoder, TOKEN_PROGRAM_ADDRESS } from "@solana-program/token"
import type { LiteSVM } from "litesvm"

/** The Token-2022 program. Its accounts begin with the layout of the older program; extensions are ignored. */
export const token2022 = "TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb"

export const isTokenProgram = (program: string): boolean =>
  program === TOKEN_PROGRAM_ADDRESS || program === token2022

const tokenAccountSize = 165
const mintSize = 82
/** Checks the account kind of an account with extensions: the byte after the base layout of 165 bytes. */
const isExtended = (data: Uint8Array, kind: number) =>
  data.length > tokenAccountSize && data[tokenAccountSize] === kind

/** Decodes a token account; `null` when the account is of another kind or not initialised. */
export const decodeTokenAccount = ({ programAddress, data }: EncodedAccount) => {
  if (!isTokenProgram(programAddress)) return null
  if (
    data.length !== tokenAccountSize &&
    !(programAddress === token2022 && isExtended(new Uint8Array(data), 2))
  )
    return null
  const token = getTokenDecoder().decode(data)
  return token.state === AccountState.Uninitialized ? null : token
}

/** Decodes a mint; `null` when the account is of another kind or not initialised. */
export const decodeTokenMint = ({ programAddress, data }: EncodedAccount) => {
  if (!isTokenProgram(programAddress)) return null
  if (data.length !== mintSize && !(programAddress === token2022 && isExtended(new Uint8Array(data), 1)))
    return null
  const mint = getMintDecoder().decode(data)
  return mint.isInitialized ? mint : null
}

/** The token balance of one account of a transaction. */
export interface TokenBalance {
  readonly accountIndex: number
  readonly mint: Address
  readonly owner: Address
  readonly program: Address
  /** Base units. */
  readonly amount: bigint
  readonly decimals: number
}

export const getTokenBalances = (addresses: readonly Address[], svm: LiteSVM): readonly TokenBalance[] =>
  addresses.flatMap((address, accountIndex) => {
    const account = svm.getAccount(address)
    const token = account.exists ? decodeTokenAccount(account) : null
    if (!account.exists || token === null) return []
    const mint = svm.getAccount(token.mint)
    const decimals = mint.exists ? decodeTokenMint(mint)?.decimals : undefined
    if (decimals === undefined) return []
    const { owner, amount } = token
    return [{ accountIndex, mint: token.mint, owner, program: account.programAddress, amount, decimals }]
  })
