import { limited, waitTyped } from "../payments/oneLine.ts"
import type { Shared, SwapFlags } from "../plan/Plan.ts"
import { keyTyped, worldTyped } from "../plan/typedFlags.ts"
import { quoted } from "../terminal/quoted.ts"
import type { Prepared, WholeSwap } from "./prepareSwap.ts"
import { valueOf } from "./swapStops.ts"

/** The command that does the same again where nobody is asked. It passes the stops that were passed, and no others. */
export const oneSwapLine = (
  { amount, from, to }: WholeSwap,
  { review: { network, quote, stops }, worth }: Prepared,
  { flags, shared }: { readonly flags: SwapFlags; readonly shared: Shared },
): string => {
  const { amount: units, source } = quote
  const its = limited(amount, flags.maxUsd, { amount: units, decimals: source.decimals, fiat: worth })
  return [
    "wmodal swap",
    ...[its.amount, from, to].map(quoted),
    `--network ${network.caipNetworkId}`,
    ...worldTyped(shared),
    ...keyTyped(flags.key),
    ...(flags.slippage === 1 ? [] : [`--slippage ${flags.slippage}`]),
    ...stops.map((stop) => `--confirm ${valueOf(stop)}`),
    ...its.limit,
    ...waitTyped(flags.waiting),
    "--yes",
  ].join(" ")
}
