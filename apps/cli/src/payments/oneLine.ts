import type { SendReview } from "@wmodal/core/flows"
import { formatAmount } from "@wmodal/protocol"
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
const limitTyped = ({ fiat }: SendReview, maxUsd: string | null, amount: string): readonly string[] => {
  const limit = maxUsd ?? (amount === "max" ? decimalText(fiat) : null)
  return limit === null ? [] : [`--max-usd ${limit}`]
}

const amountTyped = ({ amount, fiat, holding }: SendReview, maxUsd: string | null, typed: string): string =>
  typed === "max" && fiat === null && maxUsd === null ? formatAmount(amount, holding.token.decimals) : typed

/** The command that does the same again where nobody is asked. It passes the stops of this recipient, and no others. */
export const oneLine = (
  { amount, to: typedTo, token }: WholePayment,
  review: SendReview,
  { flags, shared }: { readonly flags: SendFlags; readonly shared: Shared },
): string =>
  [
    "wmodal send",
    quoted(amountTyped(review, flags.maxUsd, amount)),
    quoted(token),
    quoted(typedTo),
    `--network ${review.network.caipNetworkId}`,
    ...worldTyped(shared),
    ...keyTyped(flags.key),
    ...(review.stops.length === 0 ? [] : [`--confirm ${review.to.address}`]),
    ...limitTyped(review, flags.maxUsd, amount),
    ...(flags.signOnly ? ["--sign-only"] : waitTyped(flags.waiting)),
    "--yes",
  ].join(" ")
