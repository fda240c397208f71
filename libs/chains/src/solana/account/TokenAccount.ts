import { isTokenProgram } from "../program/programs.ts"
import { makeByteReader } from "../wire/ByteReader.ts"
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
}

/** @returns `null` if the account is not an initialized token account */
export const decodeTokenAccount = (account: SolanaAccount | null): TokenAccount | null => {
  if (account === null || !isTokenProgram(account.program) || !isAccountType(account, 165, 2)) return null
  const reader = makeByteReader(account.data)
  const [token, owner, amount] = [reader.address(), reader.address(), reader.u64()]
  const hasDelegate = reader.u32() === 1
  const delegate = reader.address()
  const state = reader.byte()
  // Whether it wraps SOL, and the amount.
  reader.bytes(12)
  const delegated = reader.u64()
  return state === 0
    ? null
    : {
        token,
        owner,
        amount,
        delegate: hasDelegate ? { address: delegate, amount: delegated } : null,
        isFrozen: state === 2,
        program: account.program,
        needsMemo: findExtension(account.data, extensionTypes.memoRequired)?.[0] === 1,
      }
}
