import type { SendReview } from "@wmodal/core/flows"
import { type Decimal, formatAmount } from "@wmodal/protocol"
import type { SendFlags, Shared, Waiting } from "../plan/Plan.ts"
import { keyTyped, worldTyped } from "../plan/typedFlags.ts"
import { quoted } from "../terminal/quoted.ts"
import { decimalText } from "./payment.ts"
import type { WholePayment } from "./prepare.ts"

/** What `send` waits for unless it is told: a block, and five minutes. */
const waitingUnlessTold: Waiting = { confirmations: 1, seconds: 300 }

export const waitTyped = ({ confirmations, seconds }: Waiting): readonly string[] => [
  ...(confirmations === waitingUnlessTold.confirmations
    ? []
    : [`--wait ${confirmations === 0 ? "none" : confirmations}`]),
  ...(seconds === waitingUnlessTold.seconds ? [] : [`--timeout ${seconds}`]),
]

/** With `max` a limit is wanted: what it is worth now, else the amount that it came to. */
export const limited = (
  typed: string,
  maxUsd: string | null,
  {
    amount,
    decimals,
    fiat,
  }: { readonly amount: bigint; readonly decimals: number; readonly fiat: Decimal | null },
): { readonly amount: string; readonly limit: readonly string[] } => {
  const limit = maxUsd ?? (typed === "max" ? decimalText(fiat) : null)
  return limit === null
    ? { amount: typed === "max" ? formatAmount(amount, decimals) : typed, limit: [] }
    : { amount: typed, limit: [`--max-usd ${limit}`] }
}

/** The command that does the same again where nobody is asked. It passes the stops of this recipient, and no others. */
export const oneLine = (
  { amount, to: typedTo, token }: WholePayment,
  review: SendReview,
  { flags, shared }: { readonly flags: SendFlags; readonly shared: Shared },
): string => {
  const { decimals } = review.holding.token
  const its = limited(amount, flags.maxUsd, { amount: review.amount, decimals, fiat: review.fiat })
  return [
    "wmodal send",
    quoted(its.amount),
    quoted(token),
    quoted(typedTo),
    `--network ${review.network.caipNetworkId}`,
    ...worldTyped(shared),
    ...keyTyped(flags.key),
    ...(review.stops.length === 0 ? [] : [`--confirm ${review.to.address}`]),
    ...its.limit,
    ...(flags.signOnly ? ["--sign-only"] : waitTyped(flags.waiting)),
    "--yes",
  ].join(" ")
}
