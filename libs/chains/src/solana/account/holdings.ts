import type { Rpc, RpcError } from "@wmodal/protocol"
import type { Effect } from "effect"
import * as z from "zod/mini"
import { readNode } from "../../rpc/readNode.ts"
import { associatedAccount } from "../program/derivedAddress.ts"
import { accountFrom } from "./Account.ts"
import { type TokenAccount, tokenAccountIn } from "./TokenAccount.ts"

/** One of the accounts in which somebody holds a token. */
export interface Holding extends TokenAccount {
  readonly address: string
}

const Found = z.object({ value: z.array(z.object({ pubkey: z.string(), account: z.unknown() })) })

/** Every account in which `owner` holds a token. Fails with an answer of the node's where no token stands there. */
export const readHoldings = (
  rpc: Rpc,
  { commitment = "confirmed", owner, token }: Asked,
): Effect.Effect<readonly Holding[], RpcError> =>
  readNode(
    rpc,
    ["getTokenAccountsByOwner", owner, { mint: token }, { commitment, encoding: "base64" }],
    (answer) => {
      const decoded = Found.safeParse(answer)
      if (!decoded.success) return null
      const holdings = decoded.data.value.flatMap(({ account, pubkey }) => {
        const held = tokenAccountIn(accountFrom(account))
        return held?.owner === owner && held.token === token ? [{ address: pubkey, ...held }] : []
      })
      return holdings.length === decoded.data.value.length ? holdings : null
    },
  )

interface Asked {
  readonly owner: string
  readonly token: string
  readonly commitment?: "processed" | "confirmed"
}

/** Frozen or not. */
export const totalOf = (holdings: readonly Holding[]): bigint =>
  holdings.reduce((sum, { amount }) => sum + amount, 0n)

/** Accounts of one token that a single transaction takes from: more would not fit into it. */
const mostSources = 5

/** Where a payment takes from: the usual account first, then the fullest. What is frozen cannot be spent. */
export const sourcesIn = (holdings: readonly Holding[]): readonly Holding[] => {
  const usual = ({ owner, program, token }: Holding) => associatedAccount({ owner, token, program })
  const rank = (one: Holding) => (one.address === usual(one) ? 1 : 0)
  return holdings
    .filter(({ amount, isFrozen }) => amount > 0n && !isFrozen)
    .toSorted((one, other) => rank(other) - rank(one) || (one.amount < other.amount ? 1 : -1))
    .slice(0, mostSources)
}
