import { zeroAddress } from "viem"
import { RequestTooLong } from "../../contract/RequestTooLong.ts"
import type { WalletCall } from "../../contract/WalletCalls.ts"
import type { AssetAmount, Trade } from "../../effects/Trade.ts"
import { findWrappedCurrency } from "../dangers/knownTokens.ts"
import { toAsset } from "../dangers/toAsset.ts"
import type { ExplainContext } from "../explain/ExplainContext.ts"
import { isHexBytes } from "../Hex.ts"
import { decodePlan, planSelectors } from "./decodePlan.ts"
import { findRouterVersion } from "./deployments.ts"
import type { Plan, PlanPermit, PlanToken, Step } from "./Plan.ts"
import { toToken } from "./planWords.ts"
import { type PlanEffect, runPlan } from "./runPlan.ts"

/** What a call of Uniswap's Universal Router does, and how it is judged. */
export interface PlanReading extends Pick<Plan, "deadline" | "rest"> {
  /** One for each way in which plans within the plan may fail; the first if none does. */
  readonly effects: readonly [PlanEffect, ...PlanEffect[]]
  readonly permits: readonly PlanPermit[]
  readonly trades: readonly Trade[]
  /** True if others get more than a fee, or the router keeps something. */
  readonly isGiveaway: boolean
}

/** Commands and actions. A usual plan has ten; one at these limits takes 30 ms. */
const maxSteps = 64

const maxBytes = 16_384

/** Ways in which a plan may end. */
const maxOutcomes = 8

/** Returns whether a call is a plan for the router, which may still be unreadable. */
export const isPlanCall = ({ data, to }: Pick<WalletCall, "data" | "to">, chainId: bigint): boolean =>
  findRouterVersion(chainId, to) !== null && planSelectors.includes(data.slice(0, 10).toLowerCase())

/** Reads a call of the router. @returns `null` for another contract, and for what cannot be decoded */
export const readPlan = (
  call: WalletCall,
  context: Pick<ExplainContext, "chainId" | "from">,
): PlanReading | null => {
  const read = readWithinLimits(call, context)
  return read instanceof RequestTooLong ? null : read
}

/** As `readPlan`. @returns the limit that a plan is beyond, for its refusal */
export const readWithinLimits = (
  { data, to, value }: WalletCall,
  { chainId, from }: Pick<ExplainContext, "chainId" | "from">,
): PlanReading | RequestTooLong | null => {
  const version = findRouterVersion(chainId, to)
  const wrapped = findWrappedCurrency(chainId)
  if (version === null || wrapped === null || !isHexBytes(data)) return null
  if (!planSelectors.includes(data.slice(0, 10).toLowerCase())) return null
  const bytes = data.length / 2 - 1
  if (bytes > maxBytes) return new RequestTooLong({ what: "bytes", count: bytes, most: maxBytes })
  const setting = {
    chainId,
    account: from.toLowerCase(),
    router: to.toLowerCase(),
    hasPools: version === "2.0",
    left: { steps: maxSteps },
  }
  const plan = decodePlan(`0x${data.slice(2).toLowerCase()}`, setting)
  if (setting.left.steps < 0)
    return new RequestTooLong({ what: "commands", count: maxSteps - setting.left.steps, most: maxSteps })
  const [first, ...others] = plan === null ? [] : listOutcomes(plan.steps)
  if (plan === null || first === undefined) return null
  if (others.length >= maxOutcomes)
    return new RequestTooLong({ what: "outcomes", count: others.length + 1, most: maxOutcomes })
  const run = (steps: readonly Step[]) => runPlan(steps, value, toToken(wrapped))
  const effects = [run(first), ...others.map(run)] as const
  return {
    deadline: plan.deadline,
    rest: plan.rest,
    effects,
    permits: first.flatMap((step) => (step._tag === "Permit" ? step.approvals : [])),
    trades: effects.flatMap(toTrades),
    isGiveaway: effects.some((effect) => isLosing(effect, toToken(wrapped))),
  }
}

/** Lists the steps that are done, for each way in which plans within the plan may fail: too many if more than the limit. */
const listOutcomes = (steps: readonly Step[]): readonly (readonly Step[])[] => {
  let outcomes: readonly (readonly Step[])[] = [[]]
  for (const step of steps) {
    const next =
      step._tag !== "SubPlan" ? [[step]] : [...listOutcomes(step.steps), ...(step.mayFail ? [[]] : [])]
    outcomes = outcomes.flatMap((done) => next.map((more) => [...done, ...more])).slice(0, maxOutcomes + 1)
  }
  return outcomes
}

/** Returns what the account has more of a token in the end, at least; negative if it has less. */
export const getChange = ({ gets, gives }: PlanEffect, token: PlanToken): bigint =>
  (gets.get(token) ?? 0n) - (gives.get(token) ?? 0n)

/** Returns the tokens of which the account has more or less, in the order of the plan. */
export const listTokens = ({ gets, gives }: PlanEffect): readonly PlanToken[] => [
  ...new Set([...gives.keys(), ...gets.keys()]),
]

/** Returns one trade for the tokens that are swapped for each other: nothing else pays for what is given. */
const toTrades = (effect: PlanEffect): readonly Trade[] => {
  const groups = groupTokens(effect)
  return [...new Set(groups.values())].flatMap((group) => {
    const changes = listTokens(effect)
      .filter((token) => groups.get(token) === group)
      .map((token) => ({ asset: toAsset(token, "zero"), units: getChange(effect, token) }))
    const gives = changes.filter(({ units }) => units < 0n)
    const toGiven = ({ asset, units }: AssetAmount): AssetAmount => ({ asset, units: -units })
    return gives.length === 0
      ? []
      : [{ gives: gives.map(toGiven), gets: changes.filter(({ units }) => units > 0n) }]
  })
}

/** Numbers the groups of tokens that swaps join. */
const groupTokens = (effect: PlanEffect): ReadonlyMap<PlanToken, number> => {
  const groups = new Map(listTokens(effect).map((token, at) => [token, at]))
  for (const [one, other] of effect.swapped) {
    const [kept, joined] = [groups.get(one) ?? groups.size, groups.get(other)]
    groups.set(one, kept).set(other, kept)
    for (const [token, group] of groups) if (group === joined) groups.set(token, kept)
  }
  return groups
}

/** Others may have a tenth of what is returned, or a tenth of all that the router has, as a fee. */
const feeShare = 10n

const isLosing = (effect: PlanEffect, wrapped: PlanToken): boolean => {
  const { left, loose, payments } = effect
  if (loose.size > 0 || [...left.values()].some((units) => units > 0n)) return true
  const toKey = (token: PlanToken) => (token === wrapped ? zeroAddress : token)
  const sumOf = (key: PlanToken) =>
    listTokens(effect).reduce(
      (sum, token) => (toKey(token) === key ? sum + getChange(effect, token) : sum),
      0n,
    )
  const fees = new Map<PlanToken, bigint>()
  let bips = 0n
  for (const { token, units } of payments) {
    if (units === "all") return true
    if (typeof units === "bigint") fees.set(toKey(token), (fees.get(toKey(token)) ?? 0n) + units)
    else bips += units.bips
  }
  // Of what the account gives, an amount for others may be anything but a fee.
  const isHigh = ([key, fee]: readonly [PlanToken, bigint]) => fee * feeShare > sumOf(key)
  return bips * feeShare > 10_000n || [...fees].some(isHigh)
}
