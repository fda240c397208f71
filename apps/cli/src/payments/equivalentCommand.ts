import type { SendReview } from "@wmodal/core/flows"
import { type Decimal, formatAmount } from "@wmodal/protocol"
import type { SendFlags, SharedOptions, SwapFlags, WaitLimits } from "../plan/CommandPlan.ts"
import { endpointFlags, signingFlags } from "../plan/commandFlags.ts"
import type { PreparedSwap, SwapParams } from "../swaps/prepareSwap.ts"
import { describeSwapWarning } from "../swaps/swapWarnings.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { formatDecimal } from "./paymentDocument.ts"
import type { PaymentParams } from "./preparePayment.ts"

/** The defaults of `send`: one confirmation, 300 seconds. */
const defaultWaitLimits: WaitLimits = { confirmations: 1, seconds: 300 }

const waitFlags = ({ confirmations, seconds }: WaitLimits): readonly string[] => [
  ...(confirmations === defaultWaitLimits.confirmations
    ? []
    : [`--wait ${confirmations === 0 ? "none" : confirmations}`]),
  ...(seconds === defaultWaitLimits.seconds ? [] : [`--timeout ${seconds}`]),
]

/** Returns the flags that limit `max`: the current worth as `--max-usd`, else the resolved amount. */
const limitFlags = (
  typed: string,
  maxUsd: string | null,
  {
    amount,
    decimals,
    fiat,
  }: { readonly amount: bigint; readonly decimals: number; readonly fiat: Decimal | null },
): { readonly amount: string; readonly limit: readonly string[] } => {
  const limit = maxUsd ?? (typed === "max" ? formatDecimal(fiat) : null)
  return limit === null
    ? { amount: typed === "max" ? formatAmount(amount, decimals) : typed, limit: [] }
    : { amount: typed, limit: [`--max-usd ${limit}`] }
}

/** Returns the command that repeats the payment without a prompt. It confirms the warnings of this recipient only. */
export const equivalentCommand = (
  { amount, to: typedTo, token }: PaymentParams,
  review: SendReview,
  { flags, shared }: { readonly flags: SendFlags; readonly shared: SharedOptions },
): string => {
  const { decimals } = review.holding.token
  const its = limitFlags(amount, flags.maxUsd, { amount: review.amount, decimals, fiat: review.fiat })
  return [
    "wmodal send",
    quoteWord(its.amount),
    quoteWord(token),
    quoteWord(typedTo),
    `--network ${review.network.caipNetworkId}`,
    ...endpointFlags(shared),
    ...signingFlags(flags.key),
    ...(review.stops.length === 0 ? [] : [`--confirm ${review.to.address}`]),
    ...its.limit,
    ...(flags.signOnly ? ["--sign-only"] : waitFlags(flags.waiting)),
    "--yes",
  ].join(" ")
}

/** Returns the command that repeats the swap without a prompt. It confirms only the warnings that were confirmed. */
export const equivalentSwapCommand = (
  { amount, from, to }: SwapParams,
  { review: { network, quote, stops }, worth }: PreparedSwap,
  { flags, shared }: { readonly flags: SwapFlags; readonly shared: SharedOptions },
): string => {
  const { amount: units, source } = quote
  const its = limitFlags(amount, flags.maxUsd, { amount: units, decimals: source.decimals, fiat: worth })
  return [
    "wmodal swap",
    ...[its.amount, from, to].map(quoteWord),
    `--network ${network.caipNetworkId}`,
    ...endpointFlags(shared),
    ...signingFlags(flags.key),
    ...(flags.slippage === 1 ? [] : [`--slippage ${flags.slippage}`]),
    ...stops.map((stop) => `--confirm ${describeSwapWarning(stop).value}`),
    ...its.limit,
    ...waitFlags(flags.waiting),
    "--yes",
  ].join(" ")
}
