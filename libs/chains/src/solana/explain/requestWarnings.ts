import { isSignerRole } from "@solana/kit"
import { hasKey } from "@wmodal/protocol"
import type { RequestWarning } from "../../contract/Explanation.ts"
import { isWithoutReturn } from "../../effects/isWithoutReturn.ts"
import type { Trade } from "../../effects/Trade.ts"
import { type DecimalsLookup, isNextToNothing, type PriceLookup } from "../../effects/Worth.ts"
import { getNetworkFee } from "../payment/networkFee.ts"
import { usesDurableNonce } from "../program/durableNonce.ts"
import { programs } from "../program/programs.ts"
import { decodeSwapTerms, isSwap, type SwapTerms } from "../program/swaps.ts"
import type { DecodedInstruction } from "./DecodedInstruction.ts"
import {
  type DelegateGrant,
  findNewDelegate,
  type GrantRule,
  type GrantSums,
  type TriedTransaction,
  toGrant,
} from "./delegateGrants.ts"
import { findHolding } from "./findHolding.ts"
import { isBadSwap } from "./isBadSwap.ts"
import type { ResolvedTransaction } from "./resolveTransaction.ts"
import type { SimulatedTransaction } from "./simulateSigned.ts"
import { findGifts, getExpectedTrade } from "./solanaTrades.ts"

type FoundWarning = RequestWarning | DelegateGrant

/** The account that signs, and the others of its wallet. */
interface SigningAccount extends GrantRule {
  readonly from: string
}

/** Lamports above which the network fees of a request are suspicious. */
const maxFeeLamports = 50_000_000n

/** Warns of the fees that the account pays in a request, together: slices may be small, and the whole not. */
export const findFeeWarning = (
  request: readonly ResolvedTransaction[],
  from: string,
): readonly RequestWarning[] => {
  const fee = request
    .filter(({ message }) => message.staticAccounts[0] === from)
    .reduce((sum, { instructions, message }) => sum + getNetworkFee(message, instructions), 0n)
  return fee > maxFeeLamports ? [{ _tag: "HighFee", fee }] : []
}

/** Returns the warnings of a transaction, from its instructions and from its simulation. Each once. */
export const findWarnings = (
  { opened, tried }: TriedTransaction,
  account: SigningAccount,
  sums: GrantSums,
): readonly FoundWarning[] => {
  const effects = findEffectWarnings(tried, account, sums)
  const neverExpires = usesDurableNonce(opened.message)
  // What may land at any time may do something else by then.
  const isKnownToNode =
    tried !== null &&
    hasKey(tried, "effects") &&
    effects.length === 0 &&
    !neverExpires &&
    isExpectedSwap({ opened, tried }, account)
  const found = [
    ...opened.decodedInstructions.flatMap((step, at) =>
      step._tag === "Approve"
        ? findGrants(step, opened, account, sums)
        : findInstructionWarnings(step, getInstructionSigners(opened, at), opened, account),
    ),
    ...(getUnreadPrograms(opened).length > 0 && !isKnownToNode ? [{ _tag: "Unread" } as const] : []),
    ...(hasUnknownPayment(opened) ? [{ _tag: "Unread" } as const] : []),
    ...effects,
    ...(opened.isWhole ? [] : [{ _tag: "Blind" } as const]),
    ...(neverExpires ? [{ _tag: "NeverExpires" } as const] : []),
  ]
  return [...new Map(found.map((danger) => [toWarningKey(danger), danger])).values()]
}

/**
 * Returns whether all that is not read is one swap, of which a node expects that something leaves and something
 * arrives. What is not watched may change unseen: that of the wallet's other accounts.
 */
const isExpectedSwap = ({ opened, tried }: TriedTransaction, { from, isOwn }: SigningAccount): boolean => {
  const { decodedInstructions, holdings, instructions } = opened
  const expected = getExpectedTrade(tried, opened, from)
  const [terms] = findSwaps(opened) ?? []
  const isOfOther = (address: string) => isOwn(address) && address !== from
  return (
    terms !== undefined &&
    terms.least > 0n &&
    expected !== null &&
    expected.gives.length > 0 &&
    expected.gets.length > 0 &&
    decodedInstructions.every(
      (step, at) =>
        step._tag !== "Unknown" ||
        (isSwap(step.instruction) &&
          !getInstructionSigners(opened, at).some(isOfOther) &&
          !instructions[at]?.accounts.some(({ address }) => isOfOther(holdings.get(address)?.owner ?? ""))),
    )
  )
}

/**
 * Returns the terms of the swap of a transaction, or none. `null` if they cannot be compared with what a node expects:
 * those of one cannot be read, or there are several.
 */
const findSwaps = ({ decodedInstructions }: ResolvedTransaction): readonly SwapTerms[] | null => {
  const terms = decodedInstructions.flatMap((step) =>
    step._tag === "Unknown" && isSwap(step.instruction) ? [decodeSwapTerms(step.instruction)] : [],
  )
  const known = terms.filter((one) => one !== null)
  return terms.length > 1 || known.length < terms.length ? null : known
}

/** Returns whether a payment does not say of what, and no node does. */
const hasUnknownPayment = (opened: ResolvedTransaction): boolean =>
  opened.decodedInstructions.some(
    (step, at) =>
      step._tag === "PayToken" && step.token === null && findHolding(opened, step.source, at) === null,
  )

/** Returns the programs of the instructions that are not read. */
export const getUnreadPrograms = ({ decodedInstructions }: ResolvedTransaction): readonly string[] =>
  decodedInstructions.flatMap((step) => (step._tag === "Unknown" ? step.instruction.programAddress : []))

/** What is known of assets. */
interface AssetLookups {
  readonly lookUp: DecimalsLookup
  readonly priceOf: PriceLookup
}

/**
 * Returns whether something leaves without a return: as the instructions of a request state it, or as a node expects it
 * of instructions that are not read.
 */
export const isGiveaway = (
  request: readonly TriedTransaction[],
  account: SigningAccount,
  assets: AssetLookups,
): boolean =>
  findGifts(
    request.map(({ opened }) => opened),
    account.isOwn,
  ).some((gift) => isGivenAway({ gives: [gift], gets: [] }, assets)) ||
  request.some((one) => isExpectedGiveaway(one, account, assets))

/** Of a token without decimals, one unit may be all there is. */
const isGivenAway = (trade: Trade, { lookUp, priceOf }: AssetLookups): boolean =>
  isWithoutReturn(trade, lookUp, priceOf) ||
  (trade.gives.some(({ asset, units }) => lookUp(asset) === null && units > 0n) &&
    trade.gets.every((amount) => isNextToNothing(amount, lookUp)))

const isExpectedGiveaway = (
  { opened, tried }: TriedTransaction,
  { from }: SigningAccount,
  assets: AssetLookups,
): boolean => {
  if (getUnreadPrograms(opened).length === 0) return false
  const expected = getExpectedTrade(tried, opened, from)
  if (expected === null) return false
  return (
    isGivenAway(expected, assets) ||
    (findSwaps(opened) ?? []).some(
      (terms) => isBadSwap(terms, expected) || isGivenAway(toWorstTrade(terms, expected), assets),
    )
  )
}

/** Returns what a swap gives at most for what it returns at least. */
const toWorstTrade = ({ least, most }: SwapTerms, { gets, gives }: Trade): Trade => ({
  gives: gives.map(({ asset, units }) => ({ asset, units: most > units ? most : units })),
  gets: gets.map(({ asset, units }) => ({ asset, units: least < units ? least : units })),
})

const toWarningKey = (danger: FoundWarning) =>
  JSON.stringify(danger, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value))

/** Returns the accounts of an instruction that sign the transaction. */
const getInstructionSigners = ({ instructions }: ResolvedTransaction, at: number): readonly string[] =>
  (instructions[at]?.accounts ?? []).flatMap(({ address, role }) => (isSignerRole(role) ? address : []))

const findGrants = (
  { account, amount, spender, token }: Extract<DecodedInstruction, { readonly _tag: "Approve" }>,
  { holdings }: ResolvedTransaction,
  rule: GrantRule,
  sums: GrantSums,
): readonly DelegateGrant[] => {
  const held = holdings.get(account)
  const stated = { account, token: held?.token ?? token ?? "", spender, units: amount }
  return toGrant({ ...stated, held: held?.amount ?? null }, rule, sums)
}

const findInstructionWarnings = (
  step: DecodedInstruction,
  signers: readonly string[],
  { holdings }: ResolvedTransaction,
  { isOwn }: SigningAccount,
): readonly FoundWarning[] => {
  switch (step._tag) {
    case "Authorize": {
      // Some programs accept any signer among the accounts, in whatever place. The authority may also be a
      // multisignature, for which the account signs.
      const isOfOther = signers.includes(step.authority) && !signers.some(isOwn)
      const isKept = step.to === null ? step.what === "close the account" : isOwn(step.to)
      return isOfOther || isKept
        ? []
        : [{ _tag: "Handover", account: step.account, to: step.to ?? programs.system }]
    }
    case "Close": {
      const owner = holdings.get(step.account)?.owner
      // A multisignature, for which the account signs, may own it.
      return (owner === undefined || isOwn(owner) || signers.some(isOwn)) && !isOwn(step.to)
        ? [{ _tag: "Handover", account: step.account, to: step.to }]
        : []
    }
    case "OpenStake": {
      const other = [step.withdrawer, step.staker].find((address) => !isOwn(address))
      return other === undefined ? [] : [{ _tag: "Handover", account: step.account, to: other }]
    }
    case "Assign":
      // The account itself signs, or that of which it is a seed.
      return signers.some(isOwn) ? [{ _tag: "Handover", account: step.account, to: step.to }] : []
    default:
      return []
  }
}

/**
 * Returns the warnings from the simulation, because programs can act for the signer without an explicit instruction.
 */
const findEffectWarnings = (
  tried: SimulatedTransaction,
  { from, ...rule }: SigningAccount,
  sums: GrantSums,
): readonly FoundWarning[] => {
  if (tried === null || !hasKey(tried, "effects")) return []
  const { holdings, program } = tried.effects
  return [
    ...(program.before !== null && program.after !== null && program.before !== program.after
      ? [{ _tag: "Handover", account: from, to: program.after } as const]
      : []),
    ...holdings.flatMap(({ address, after, before }): readonly FoundWarning[] => {
      if (after === null) return []
      if (after.owner !== from) return [{ _tag: "Handover", account: address, to: after.owner }]
      const delegate = findNewDelegate(before, after)
      if (delegate === null) return []
      const { amount: held, token } = after
      const stated = { account: address, token, spender: delegate.address, units: delegate.amount, held }
      return toGrant(stated, rule, sums)
    }),
  ]
}
