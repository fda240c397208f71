import { isSignerRole } from "@solana/kit"
import { hasKey } from "@wmodal/protocol"
import { type Asset, type AssetAmount, sumByAsset, type Trade } from "../../effects/Trade.ts"
import { wrappedSol } from "../program/programs.ts"
import { solanaRules } from "../rules.ts"
import { findHolding } from "./findHolding.ts"
import type { ResolvedTransaction } from "./resolveTransaction.ts"
import type { SimulatedTransaction } from "./simulateSigned.ts"

const native: Asset = { _tag: "Native" }

const toAmount = (token: string, units: bigint): AssetAmount => ({
  asset: token === wrappedSol ? native : { _tag: "Token", token },
  units,
})

/**
 * Returns what the instructions of a request give away, together: what they burn, also by a payment to an address
 * without an owner, what they mint for others, and what leaves by other names than a payment.
 */
export const findGifts = (
  request: readonly ResolvedTransaction[],
  isOwn: (address: string) => boolean,
): readonly AssetAmount[] => {
  const deposits = request
    .flatMap((opened) => findDeposits(opened, isOwn))
    .reduce((sum, units) => sum + units, 0n)
  return sumByAsset([
    ...request.flatMap((opened) => findLosses(opened, isOwn)),
    ...(deposits > usualDeposits ? [{ asset: native, units: deposits }] : []),
  ])
}

/** Lamports of usual deposits for new accounts of others in one request. Who asks for it chooses their size. */
const usualDeposits = 10_000_000n

const findLosses = (
  opened: ResolvedTransaction,
  isOwn: (address: string) => boolean,
): readonly AssetAmount[] => {
  const { decodedInstructions, holdings, instructions } = opened
  const isLost = (account: string, at: number) =>
    solanaRules.isBurnAddress(findHolding(opened, account, at)?.owner ?? account)
  const isSigned = (at: number) =>
    instructions[at]?.accounts.some(({ address, role }) => isSignerRole(role) && isOwn(address)) ?? false
  return decodedInstructions.flatMap((step, at): readonly AssetAmount[] => {
    switch (step._tag) {
      case "PayNative":
        return isLost(step.to, at) ? [{ asset: native, units: step.amount }] : []
      case "PayToken":
        return isLost(step.destination, at)
          ? [toAmount(step.token ?? findHolding(opened, step.source, at)?.token ?? "", step.amount)]
          : []
      case "Burn":
        // A multisignature, for which the account signs, may own it.
        return isOwn(holdings.get(step.account)?.owner ?? "") || !holdings.has(step.account) || isSigned(at)
          ? [toAmount(step.token, step.amount)]
          : []
      case "Mint":
        // Who may mint without an own account gives nothing of it.
        return !isOwn(findHolding(opened, step.account, at)?.owner ?? "") && isSigned(at)
          ? [toAmount(step.token, step.amount)]
          : []
      case "WithdrawStake":
        return isOwn(step.to) ? [] : [{ asset: native, units: step.amount }]
      case "SplitStake": {
        // The key of a stake that is not initialized may split it.
        const isOpened = decodedInstructions
          .slice(0, at)
          .some((earlier) => earlier._tag === "OpenStake" && earlier.account === step.account)
        const isBySource = instructions[at]?.accounts.some(
          ({ address, role }) => address === step.account && isSignerRole(role),
        )
        return isBySource && !isOpened ? [{ asset: native, units: step.amount }] : []
      }
      default:
        return []
    }
  })
}

/** Returns the lamports of the deposits for new accounts that the account does not keep. */
const findDeposits = (
  { accounts, decodedInstructions, instructions }: ResolvedTransaction,
  isOwn: (address: string) => boolean,
): readonly bigint[] => {
  const names = (at: number, account: string) =>
    instructions[at]?.accounts.some(({ address }) => address === account) ?? false
  return decodedInstructions.flatMap((step, at): readonly bigint[] => {
    switch (step._tag) {
      case "MakeAssociated":
        return isOwn(step.owner) || accounts?.get(step.account) != null ? [] : [getRent(tokenAccountBytes)]
      case "MakeAccount": {
        // Until the account has an owner, its deposit may go anywhere.
        const next = decodedInstructions.find((_, later) => later > at && names(later, step.account))
        const isKept =
          next !== undefined &&
          hasKey(next, "account") &&
          next.account === step.account &&
          // An account whose token does not move any more is never closed.
          ((next._tag === "OpenHolding" && isOwn(next.owner) && next.token === wrappedSol) ||
            (next._tag === "OpenStake" && isOwn(next.withdrawer)))
        return isOwn(step.payer) && !isKept ? [step.amount] : []
      }
      default:
        return []
    }
  })
}

/** Lamports that an account of so many bytes needs. Source: Solana, `Rent`. */
const getRent = (space: bigint): bigint => (128n + space) * 6_960n

/** Bytes of a token account without extensions. */
const tokenAccountBytes = 165n

/**
 * Returns what a node expects to leave and to arrive except the payments that are shown; `null` without a simulation.
 * The rent of new token accounts of `from` does not leave: closing them returns it.
 */
export const getExpectedTrade = (
  tried: SimulatedTransaction,
  resolved: ResolvedTransaction,
  from: string,
): Trade | null => {
  if (tried === null || !hasKey(tried, "effects")) return null
  const { holdings, native: lamports } = tried.effects
  const held = (account: (typeof holdings)[number]["after"]) =>
    account?.owner === from ? account.amount : 0n
  const opened = holdings.filter(
    ({ address, after }) => after?.owner === from && resolved.accounts?.get(address) === null,
  )
  const stated = sumByAsset(findPayments(resolved, from))
  const paid = stated.find(({ asset }) => asset._tag === "Native")?.units ?? 0n
  const change = lamports.after - lamports.before - paid
  const rent = BigInt(opened.length) * getRent(tokenAccountBytes)
  // Rent that another paid is no gain.
  const kept = change < -rent ? rent : change < 0n ? -change : 0n
  const all = sumByAsset([
    { asset: native, units: change + kept },
    ...holdings.map(({ after, before }) =>
      toAmount(before?.token ?? after?.token ?? "", held(after) - held(before)),
    ),
    ...stated.flatMap(({ asset, units }) => (asset._tag === "Native" ? [] : [{ asset, units: -units }])),
  ])
  return {
    gives: all.flatMap(({ asset, units }) => (units < 0n ? { asset, units: -units } : [])),
    gets: all.filter(({ units }) => units > 0n),
  }
}

/** Returns what the instructions say that arrives at `from`; below 0, what leaves. */
const findPayments = (opened: ResolvedTransaction, from: string): readonly AssetAmount[] => {
  const { accounts, decodedInstructions, holdings } = opened
  const isHere = (account: string) =>
    account === from ||
    holdings.get(account)?.owner === from ||
    decodedInstructions.some(
      (step) =>
        (step._tag === "MakeAssociated" || step._tag === "OpenHolding") &&
        step.account === account &&
        step.owner === from,
    )
  return decodedInstructions.flatMap((step, at): readonly AssetAmount[] => {
    switch (step._tag) {
      case "PayNative":
        if (step.from === from) return isHere(step.to) ? [] : [{ asset: native, units: -step.amount }]
        return step.to === from && !isHere(step.from) ? [{ asset: native, units: step.amount }] : []
      case "PayToken": {
        const token = step.token ?? findHolding(opened, step.source, at)?.token
        if (token === undefined || isHere(step.source) === isHere(step.destination)) return []
        return [toAmount(token, isHere(step.source) ? -step.amount : step.amount)]
      }
      case "Mint":
        return isHere(step.account) ? [toAmount(step.token, step.amount)] : []
      case "WithdrawStake":
        return step.to === from ? [{ asset: native, units: step.amount }] : []
      case "Close": {
        const closed = holdings.get(step.account)
        const wrapped = closed?.owner === from && closed.token === wrappedSol ? closed.amount : 0n
        const lamports = accounts?.get(step.account)?.lamports
        return step.to === from && lamports !== undefined
          ? [{ asset: native, units: lamports - wrapped }]
          : []
      }
      default:
        return []
    }
  })
}
