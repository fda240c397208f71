import type { Rpc } from "@wmodal/protocol"
import { hasKey } from "@wmodal/protocol"
import { Effect, Result } from "effect"
import type { BalanceChange, SimulationResult } from "../../contract/Transfer.ts"
import type { SolanaAccount } from "../account/SolanaAccount.ts"
import { decodeTokenAccount, type TokenAccount } from "../account/TokenAccount.ts"
import { fetchTokenAccounts, sumAmounts } from "../account/tokenBalances.ts"
import { formatFailure } from "../failure.ts"
import { getNetworkFee } from "../payment/networkFee.ts"
import { usesDurableNonce } from "../program/durableNonce.ts"
import { runSimulation } from "../runSimulation.ts"
import type { ResolvedTransaction } from "./resolveTransaction.ts"

/** The user's assets before and after a transaction. */
interface SimulationEffects {
  /** Lamports, without the fee. */
  readonly native: { readonly before: bigint; readonly after: bigint }
  /** The program that owns the account, before and after; `null` without an account. */
  readonly program: { readonly before: string | null; readonly after: string | null }
  /** Accounts in which `from` holds tokens, before or after. */
  readonly holdings: readonly {
    readonly address: string
    readonly before: TokenAccount | null
    readonly after: TokenAccount | null
  }[]
}

/** A simulated transaction: its effect on the signer, its error, or unknown if no node can simulate it. */
export type SimulatedTransaction =
  | { readonly effects: SimulationEffects }
  | { readonly failed: string }
  | null

export const simulateSigned = (
  rpc: Rpc,
  opened: ResolvedTransaction,
  from: string,
): Effect.Effect<SimulatedTransaction> => {
  const { accounts, instructions, message, text, written } = opened
  if (accounts === null) return Effect.succeed(null)
  // Accounts of others do not affect the balance of `from`, and may be large.
  const watched = written.filter(
    (address) =>
      accounts.get(address) == null || address === from || opened.holdings.get(address)?.owner === from,
  )
  const ran = runSimulation(rpc, {
    transaction: text,
    watched,
    how: usesDurableNonce(message) ? "unsigned" : "fresh",
  })
  return Effect.map(Effect.result(ran), (said): SimulatedTransaction => {
    if (Result.isFailure(said)) return null
    if (said.success.error !== null) return { failed: formatFailure(said.success) }
    const later = new Map(watched.map((address, at) => [address, said.success.accounts[at] ?? null]))
    const before = accounts.get(from) ?? null
    // A read-only account stays unchanged.
    const after = later.has(from) ? (later.get(from) ?? null) : before
    const fee = message.staticAccounts[0] === from ? getNetworkFee(message, instructions) : 0n
    return {
      effects: {
        native: { before: before?.lamports ?? 0n, after: (after?.lamports ?? 0n) + fee },
        program: { before: before?.program ?? null, after: after?.program ?? null },
        holdings: watched.flatMap((address) => {
          const [was, is] = [
            decodeOwnedTokenAccount(accounts.get(address), from),
            decodeTokenAccount(later.get(address) ?? null),
          ]
          return was === null && is?.owner !== from ? [] : [{ address, before: was, after: is }]
        }),
      },
    }
  })
}

const decodeOwnedTokenAccount = (
  account: SolanaAccount | null | undefined,
  owner: string,
): TokenAccount | null => {
  const held = decodeTokenAccount(account ?? null)
  return held?.owner === owner ? held : null
}

/**
 * Combines the results of several transactions, which nodes simulate separately. The first must succeed; a later one
 * may fail because it needs the effects of an earlier one.
 */
export const toSimulationResult = Effect.fnUntraced(function* (
  rpc: Rpc,
  tried: readonly SimulatedTransaction[],
  { from, tokens }: { readonly from: string; readonly tokens: readonly string[] },
): Effect.fn.Return<SimulationResult> {
  const [first] = tried
  if (first != null && hasKey(first, "failed")) return { _tag: "Reverts", at: 0, text: first.failed }
  const all = tried.flatMap((one) => (one !== null && hasKey(one, "effects") ? one.effects : []))
  const [start] = all
  if (start === undefined || all.length < tried.length) return { _tag: "Unavailable" }

  const native = all.reduce((sum, one) => sum + one.native.after - one.native.before, 0n)
  const moved = new Map<string, bigint>()
  for (const { after, before } of all.flatMap(({ holdings }) => holdings)) {
    const token = before?.token ?? after?.token ?? ""
    const change = getHeldAmount(after, from) - getHeldAmount(before, from)
    moved.set(token, (moved.get(token) ?? 0n) + change)
  }
  const others = [...moved].filter(([token, change]) => change !== 0n && !tokens.includes(token))
  const watched = [...new Set([...tokens.slice(0, maxTokens), ...others.map(([token]) => token)])]
  const held = yield* Effect.forEach(
    watched,
    (token) => Effect.result(fetchTokenAccounts(rpc, { owner: from, token })),
    { concurrency: "unbounded" },
  )
  // What moves is never left out: without its balance, the effect is unknown.
  const isRead = (token: string) => {
    const said = held[watched.indexOf(token)]
    return said !== undefined && Result.isSuccess(said)
  }
  if (![...moved].every(([token, change]) => change === 0n || isRead(token))) return { _tag: "Unavailable" }
  const changes = watched.flatMap((token, at): readonly BalanceChange[] => {
    const said = held[at]
    // A token that only the caller asks for: it finds no entry.
    if (said === undefined || Result.isFailure(said)) return []
    const before = sumAmounts(said.success)
    return [{ token, before, after: before + (moved.get(token) ?? 0n) }]
  })
  const { before } = start.native
  return { _tag: "Simulated", changes: [{ token: null, before, after: before + native }, ...changes] }
})

const maxTokens = 50

/** Returns 0 for an account that changed its owner. */
const getHeldAmount = (held: TokenAccount | null, owner: string) => (held?.owner === owner ? held.amount : 0n)
