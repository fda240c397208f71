import type { SendReview, ServerPaymentReview, SwapReview } from "@wmodal/core/flows"
import { type Decimal, formatAmount, type Network } from "@wmodal/protocol"
import type { SendFlags, SharedOptions, SwapFlags } from "../plan/CommandPlan.ts"
import { endpointFlags, signingFlags } from "../plan/commandFlags.ts"
import { describeDanger } from "../signing/dangers.ts"
import { describeSwapWarning } from "../swaps/swapDocument.ts"
import { quoteWord } from "../terminal/quoteWord.ts"
import { formatDecimal } from "./paymentDocument.ts"
import type { PaymentParams, SwapParams } from "./preparePayment.ts"
import { getConfirmValue } from "./warnings.ts"

/** The options with which a command ran. */
interface CommandOptions<Flags> {
  readonly flags: Flags
  readonly shared: SharedOptions
}

/** What was reviewed, and the flags that only this command has. */
interface ReviewedCommand {
  readonly network: Network
  /** Base units of a token with these decimals. */
  readonly amount: bigint
  readonly decimals: number
  readonly fiat: Decimal | null
  readonly own: readonly string[]
  /** True if a server chooses the amount again. */
  readonly isServers?: boolean
}

/** Returns the command that repeats the payment without a prompt. It confirms the warnings of this payment only. */
export const equivalentCommand = (
  { amount, to, token }: PaymentParams,
  review: SendReview,
  options: CommandOptions<SendFlags>,
): string =>
  formatCommand("send", amount, [token, to], options, {
    network: review.network,
    amount: review.amount,
    decimals: review.holding.token.decimals,
    fiat: review.fiat,
    own: [...new Set(review.stops.map(getConfirmValue))].map((value) => `--confirm ${value}`),
  })

/** Returns the command that pays a link whose server chooses the transaction. It confirms the server and the warnings. */
export const equivalentServerCommand = (
  link: string,
  { fiat, network, server, stops }: ServerPaymentReview,
  options: CommandOptions<SendFlags>,
): string =>
  formatCommand("send", null, [link], options, {
    network,
    amount: 0n,
    decimals: 0,
    fiat,
    isServers: true,
    own: [server.host, ...stops.map((stop) => describeDanger(stop, network).value)].map(
      (value) => `--confirm ${quoteWord(value)}`,
    ),
  })

/** Returns the command that repeats the swap without a prompt. It confirms only the warnings that were confirmed. */
export const equivalentSwapCommand = (
  { amount, from, to }: SwapParams,
  { network, quote, stops }: SwapReview,
  options: CommandOptions<SwapFlags>,
): string =>
  formatCommand("swap", amount, [from, to], options, {
    network,
    amount: quote.amount,
    decimals: quote.source.decimals,
    fiat: quote.amountFiat,
    own: [
      ...(options.flags.slippage === 1 ? [] : [`--slippage ${options.flags.slippage}`]),
      ...stops.map((stop) => `--confirm ${describeSwapWarning(stop).value}`),
    ],
  })

const formatCommand = (
  name: string,
  /** The amount as typed; `null` where a payment link carries it. */
  typed: string | null,
  words: readonly (string | null)[],
  { flags, shared }: CommandOptions<SendFlags | SwapFlags>,
  { amount, decimals, fiat, isServers = false, network, own }: ReviewedCommand,
): string => {
  // `max` is limited to its current worth, or is the amount that it was.
  const isOpen = typed === "max" || isServers
  const limit = flags.maxUsd ?? (isOpen ? formatDecimal(fiat) : null)
  const limited = typed === "max" && limit === null ? formatAmount(amount, decimals) : typed
  return [
    `wmodal ${name}`,
    ...[limited, ...words].filter((word) => word !== null).map(quoteWord),
    `--network ${network.caipNetworkId}`,
    ...endpointFlags(shared),
    ...signingFlags(flags.key),
    ...own,
    ...(limit === null ? [] : [`--max-usd ${limit}`]),
    ...("signOnly" in flags && flags.signOnly ? ["--sign-only"] : waitFlags(flags)),
    "--yes",
  ].join(" ")
}

/** The defaults are one confirmation and 300 seconds. */
const waitFlags = ({
  waiting: { confirmations, seconds },
}: Pick<SendFlags, "waiting">): readonly string[] => [
  ...(confirmations === 1 ? [] : [`--wait ${confirmations === 0 ? "none" : confirmations}`]),
  ...(seconds === 300 ? [] : [`--timeout ${seconds}`]),
]
