import { hasKey } from "@wmodal/protocol"
import { getTaking, type Taking } from "../../effects/getTaking.ts"
import type { TokenAccount } from "../account/TokenAccount.ts"
import type { ResolvedTransaction } from "./resolveTransaction.ts"
import type { SimulatedTransaction } from "./simulateSigned.ts"

/** An allowance for a delegate, before the token's name is known. */
export interface DelegateGrant {
  readonly _tag: "Letting"
  readonly taking: Taking | "part"
  readonly token: string
  readonly spender: string
}

/** A transaction of a request, and what a node expects of it. */
export interface TriedTransaction {
  readonly opened: ResolvedTransaction
  readonly tried: SimulatedTransaction
}

/** What a request allows others to take together, in base units, by token account: slices may be small, and the whole not. */
export type GrantSums = ReadonlyMap<string, bigint>

/** The maximum token amount. */
const maxTokenAmount = 2n ** 64n - 1n

/** Returns the delegate that a transaction adds to a token account, or for whom it raises the amount. */
export const findNewDelegate = (
  before: TokenAccount | null,
  { delegate }: TokenAccount,
): TokenAccount["delegate"] =>
  delegate !== null &&
  (before?.delegate?.address !== delegate.address || before.delegate.amount < delegate.amount)
    ? delegate
    : null

/** Sums what the instructions allow, and what a node expects that those allow that are not read. */
export const sumGrants = (
  request: readonly TriedTransaction[],
  isOwn: (address: string) => boolean,
): GrantSums => {
  const sums = new Map<string, bigint>()
  const add = (account: string, spender: string, amount: bigint) =>
    isOwn(spender) ? sums : sums.set(account, (sums.get(account) ?? 0n) + amount)
  for (const { opened, tried } of request) {
    for (const step of opened.decodedInstructions)
      if (step._tag === "Approve") add(step.account, step.spender, step.amount)
    const isRead = opened.decodedInstructions.every(({ _tag }) => _tag !== "Unknown")
    if (isRead || tried === null || !hasKey(tried, "effects")) continue
    for (const { address, after, before } of tried.effects.holdings) {
      const delegate = after === null ? null : findNewDelegate(before, after)
      if (delegate !== null) add(address, delegate.address, delegate.amount)
    }
  }
  return sums
}

/** What decides whether an allowance is a warning. */
export interface GrantRule {
  readonly isOwn: (address: string) => boolean
  /** True if every allowance for another is one, whatever its share. */
  readonly warnsOfEveryGrant: boolean
}

interface StatedGrant {
  readonly account: string
  readonly token: string
  readonly spender: string
  readonly units: bigint
  /** `null` if no node says it. */
  readonly held: bigint | null
}

/** A delegate is a key, or an account of a program that is not read: both may take what they are allowed. */
export const toGrant = (
  { account, held, spender, token, units }: StatedGrant,
  { isOwn, warnsOfEveryGrant }: GrantRule,
  sums: GrantSums,
): readonly DelegateGrant[] => {
  const judge = (amount: bigint) =>
    getTaking({
      units: amount >= maxTokenAmount ? "all" : amount,
      spender: isOwn(spender) ? "own" : "unknown",
      held,
      supply: null,
      // A delegate stays until it is revoked or replaced.
      until: null,
    })
  const isForOther = units > 0n && !isOwn(spender)
  const taking =
    judge(units) ?? judge(sums.get(account) ?? 0n) ?? (warnsOfEveryGrant && isForOther ? "part" : null)
  return taking === null ? [] : [{ _tag: "Letting", taking, token, spender }]
}
