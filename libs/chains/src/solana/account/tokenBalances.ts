import type { Rpc, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import * as z from "zod/mini"
import { fetchNode } from "../../rpc/fetchNode.ts"
import { associatedTokenAddress } from "../program/programAddress.ts"
import { decodeAccount } from "./SolanaAccount.ts"
import { decodeTokenAccount, type TokenAccount } from "./TokenAccount.ts"

/** One of an owner's accounts for a token. */
export interface TokenAccountBalance extends TokenAccount {
  readonly address: string
}

const TokenAccountsSchema = z.object({
  value: z.array(z.object({ pubkey: z.string(), account: z.unknown() })),
})

/** Fetches every account in which `owner` holds a token. Fails with the node's error if the token does not exist. */
export const fetchTokenAccounts = (
  rpc: Rpc,
  { commitment = "confirmed", owner, token }: HoldingsQuery,
): Effect.Effect<readonly TokenAccountBalance[], RpcError> =>
  fetchNode(
    rpc,
    ["getTokenAccountsByOwner", owner, { mint: token }, { commitment, encoding: "base64" }],
    (answer) => {
      const decoded = TokenAccountsSchema.safeParse(answer)
      if (!decoded.success) return null
      const holdings = decoded.data.value.flatMap(({ account, pubkey }) => {
        const held = decodeTokenAccount(decodeAccount(account))
        return held?.owner === owner && held.token === token ? [{ address: pubkey, ...held }] : []
      })
      return holdings.length === decoded.data.value.length ? holdings : null
    },
  )

interface HoldingsQuery {
  readonly owner: string
  readonly token: string
  readonly commitment?: "processed" | "confirmed"
}

/** Sums the amounts, including frozen ones. */
export const sumAmounts = (holdings: readonly TokenAccountBalance[]): bigint =>
  holdings.reduce((sum, { amount }) => sum + amount, 0n)

/** The maximum token accounts that one transaction debits, limited by its size. */
const maxSources = 5

/** Selects the accounts to debit: the associated one first, then the largest. Frozen accounts cannot be spent from. */
export const selectSources = (holdings: readonly TokenAccountBalance[]): readonly TokenAccountBalance[] => {
  const usual = ({ owner, program, token }: TokenAccountBalance) =>
    associatedTokenAddress({ owner, token, program })
  const rank = (one: TokenAccountBalance) => (one.address === usual(one) ? 1 : 0)
  return holdings
    .filter(({ amount, isFrozen }) => amount > 0n && !isFrozen)
    .toSorted((one, other) => rank(other) - rank(one) || (one.amount < other.amount ? 1 : -1))
    .slice(0, maxSources)
}
