import { isSome } from "@solana/kit"
import { AccountState, getTokenDecoder } from "@solana-program/token"
import { isTokenProgram } from "../program/programs.ts"
import type { SolanaAccount } from "./SolanaAccount.ts"
import { extensionTypes, findExtension, isAccountType } from "./tokenExtensions.ts"

/** An account that holds a token for an owner. Source: spl-token. */
export interface TokenAccount {
  readonly token: string
  readonly owner: string
  /** Base units. */
  readonly amount: bigint
  /** The delegate and its allowance; `null` without one. */
  readonly delegate: { readonly address: string; readonly amount: bigint } | null
  readonly isFrozen: boolean
  /** The token program that owns it. */
  readonly program: string
  /** Accepts only transfers with a memo. */
  readonly needsMemo: boolean
  /** Accepts only confidential transfers. */
  readonly isConfidential: boolean
}

/** Where the extension says whether other transfers are accepted. Source: spl-token-2022, `ConfidentialTransferAccount`. */
const openCreditsOffset = 262

/** @returns `null` if the account is not an initialized token account */
export const decodeTokenAccount = (account: SolanaAccount | null): TokenAccount | null => {
  if (account === null || !isTokenProgram(account.program) || !isAccountType(account, "holding")) return null
  const held = decodeToken(account.data)
  return held === null || held.state === AccountState.Uninitialized
    ? null
    : {
        token: held.mint,
        owner: held.owner,
        amount: held.amount,
        delegate: isSome(held.delegate)
          ? { address: held.delegate.value, amount: held.delegatedAmount }
          : null,
        isFrozen: held.state === AccountState.Frozen,
        program: account.program,
        needsMemo: findExtension(account.data, extensionTypes.memoRequired)?.[0] === 1,
        isConfidential:
          findExtension(account.data, extensionTypes.confidentialAccount)?.[openCreditsOffset] === 0,
      }
}

/** The library throws for an unknown state. */
const decodeToken = (data: Uint8Array) => {
  try {
    return getTokenDecoder().decode(data)
  } catch {
    return null
  }
}
