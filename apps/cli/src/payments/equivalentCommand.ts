import type { SendReview, SwapReview } from "@wmodal/core/flows"
import { type Decimal, formatAmount, type Network } from "@wmodal/protocol"
import type { SendFlags, SharedOptions, SwapFlags, WaitLimits } from "../plan/CommandPlan.ts"
import { endpointFlags, signingFlags } from "../plan/commandFlags.ts"
import { describeSwapWarning } from "../swaps/swapWarnings.ts"
import type { SwapParams } from "../swaps/toSwapOrder.ts"
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

/** The options with which a command ran. */
interface CommandOptions<Flags> {
  readonly flags: Flags
  readonly shared: SharedOptions
}

const formatCommand = (
  words: readonly string[],
  { caipNetworkId }: Network,
  { flags, shared }: CommandOptions<SendFlags | SwapFlags>,
  own: readonly string[],
): string =>
  [
    "wmodal",
    ...words.map(quoteWord),
    `--network ${caipNetworkId}`,
    ...endpointFlags(shared),
    ...signingFlags(flags.key),
    ...own,
    "--yes",
  ].join(" ")

/** Returns the command that repeats the payment without a prompt. It confirms the warnings of this recipient only. */
export const equivalentCommand = (
  { amount, to, token }: PaymentParams,
  review: SendReview,
  options: CommandOptions<SendFlags>,
): string => {
  const { flags } = options
  const { decimals } = review.holding.token
  const its = limitFlags(amount, flags.maxUsd, { amount: review.amount, decimals, fiat: review.fiat })
  return formatCommand(["send", its.amount, token, to], review.network, options, [
    ...(review.stops.length === 0 ? [] : [`--confirm ${review.to.address}`]),
    ...its.limit,
    ...(flags.signOnly ? ["--sign-only"] : waitFlags(flags.waiting)),
  ])
}

/** Returns the command that repeats the swap without a prompt. It confirms only the warnings that were confirmed. */
export const equivalentSwapCommand = (
  { amount, from, to }: SwapParams,
  { network, quote, stops }: SwapReview,
  options: CommandOptions<SwapFlags>,
): string => {
  const { flags } = options
  const { amount: units, amountFiat, source } = quote
  const its = limitFlags(amount, flags.maxUsd, { amount: units, decimals: source.decimals, fiat: amountFiat })
  return formatCommand(["swap", its.amount, from, to], network, options, [
    ...(flags.slippage === 1 ? [] : [`--slippage ${flags.slippage}`]),
    ...stops.map((stop) => `--confirm ${describeSwapWarning(stop).value}`),
    ...its.limit,
    ...waitFlags(flags.waiting),
  ])
}
