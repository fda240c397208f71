import type { RequestWarning } from "../../contract/Explanation.ts"
import { getNetworkFee } from "../payment/networkFee.ts"
import { usesDurableNonce } from "../program/durableNonce.ts"
import type { DecodedInstruction } from "./DecodedInstruction.ts"
import type { ResolvedTransaction } from "./resolveTransaction.ts"
import type { SimulatedTransaction } from "./simulateSigned.ts"

/** An allowance for a delegate, before the token's name is known. */
export interface DelegateGrant {
  readonly _tag: "Letting"
  readonly token: string
  readonly spender: string
}

/** Lamports above which a network fee is suspicious. */
const maxFeeLamports = 50_000_000n

/** The maximum token amount. */
const maxTokenAmount = 2n ** 64n - 1n

/** Returns the warnings of a transaction, from its instructions and from its simulation. Each once. */
export const findWarnings = (
  opened: ResolvedTransaction,
  tried: SimulatedTransaction,
  from: string,
): readonly (RequestWarning | DelegateGrant)[] => {
  const fee = getNetworkFee(opened.message, opened.instructions)
  const found = [
    ...opened.decodedInstructions.flatMap((step) => findInstructionWarnings(step, opened, from)),
    ...(tried !== null && "effects" in tried ? findEffectWarnings(tried, from) : []),
    ...(opened.isWhole ? [] : [{ _tag: "Blind" } as const]),
    ...(usesDurableNonce(opened.message) ? [{ _tag: "NeverExpires" } as const] : []),
    ...(opened.message.staticAccounts[0] === from && fee > maxFeeLamports
      ? [{ _tag: "HighFee", fee } as const]
      : []),
  ]
  return [...new Map(found.map((danger) => [toWarningKey(danger), danger])).values()]
}

const toWarningKey = (danger: RequestWarning | DelegateGrant) =>
  JSON.stringify(danger, (_, value: unknown) => (typeof value === "bigint" ? `${value}` : value))

const findInstructionWarnings = (
  step: DecodedInstruction,
  { holdings }: ResolvedTransaction,
  from: string,
): readonly (RequestWarning | DelegateGrant)[] => {
  switch (step._tag) {
    case "Approve": {
      const held = holdings.get(step.account)
      const isAll = step.amount >= maxTokenAmount || (held !== undefined && step.amount >= held.amount)
      return isAll && step.amount > 0n
        ? [{ _tag: "Letting", token: held?.token ?? step.token ?? "", spender: step.spender }]
        : []
    }
    case "Authorize":
      return step.authority === from && step.to !== null && step.to !== from
        ? [{ _tag: "Handover", account: step.account, to: step.to }]
        : []
    case "Close":
      return holdings.get(step.account)?.owner === from && step.to !== from
        ? [{ _tag: "Handover", account: step.account, to: step.to }]
        : []
    case "Unknown":
      return [{ _tag: "Unread" }]
    case "Assign":
      return step.account === from ? [{ _tag: "Handover", account: from, to: step.to }] : []
    default:
      return []
  }
}

/**
 * Returns the warnings from the simulation, because programs can act for the signer without an explicit instruction.
 */
const findEffectWarnings = (
  { effects }: Extract<SimulatedTransaction, { readonly effects: unknown }>,
  from: string,
): readonly (RequestWarning | DelegateGrant)[] => {
  const { holdings, program } = effects
  return [
    ...(program.before !== null && program.after !== null && program.before !== program.after
      ? [{ _tag: "Handover", account: from, to: program.after } as const]
      : []),
    ...holdings.flatMap(({ address, after, before }): readonly (RequestWarning | DelegateGrant)[] => {
      if (after === null) return []
      if (after.owner !== from) return [{ _tag: "Handover", account: address, to: after.owner }]
      const { delegate } = after
      const isNew =
        delegate !== null &&
        (before?.delegate?.address !== delegate.address || before.delegate.amount < delegate.amount)
      return isNew && delegate.amount > 0n && delegate.amount >= after.amount
        ? [{ _tag: "Letting", token: after.token, spender: delegate.address }]
        : []
    }),
  ]
}
