import type { SwapQuote } from "@wmodal/core/flows"
import { type Decimal, toDecimalUnits } from "@wmodal/protocol"

/** More than any token has: what one of it gets is exact enough to be read. */
const finer = 18

/** What one whole unit of the source gets of the destination. */
export const rateOf = ({ source, destination, amount, received }: SwapQuote): Decimal => ({
  units: amount === 0n ? 0n : (received * 10n ** BigInt(source.decimals + finer)) / amount,
  decimals: destination.decimals + finer,
})

/** Fraction digits where nothing smaller is asked about. */
const usual = 6

/** Cut after six fraction digits, or, where that leaves less than four digits of it, after its first four. */
export const readable = (value: Decimal): Decimal => {
  const most = Math.max(usual, value.decimals)
  let decimals = usual
  while (decimals < most && toDecimalUnits(value, decimals) < 1000n) decimals += 1
  return { units: toDecimalUnits(value, decimals), decimals }
}
