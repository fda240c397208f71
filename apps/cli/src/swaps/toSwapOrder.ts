import { sanitizeLine } from "@wmodal/chains"
import type { Swap, SwapOrder } from "@wmodal/core/flows"
import { Effect } from "effect"
import { usageError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { parseTokenUnits } from "../payments/preparePayment.ts"

/** The complete parameters of one swap. */
export interface SwapParams {
  /** As typed, or `max`. */
  readonly amount: string
  readonly from: string
  readonly to: string
}

/** Finds both tokens and parses the amount, before anything is requested from the exchange. */
export const toSwapOrder = Effect.fnUntraced(function* (
  swap: Pick<Swap, "find">,
  { amount, from, to }: SwapParams,
  slippage: number,
): Effect.fn.Return<SwapOrder, ItemError> {
  const [source, destination] = yield* Effect.all([findSwapToken(swap, from), findSwapToken(swap, to)], {
    concurrency: 2,
  })
  if (source.token.address === destination.token.address)
    return yield* usageError(`${source.token.symbol} cannot be swapped for itself.`)
  const units = amount === "max" ? amount : yield* parseTokenUnits(amount, source)
  return { source: source.token, destination: destination.token, amount: units, slippage }
})

const findSwapToken = Effect.fnUntraced(function* (swap: Pick<Swap, "find">, text: string) {
  const found = yield* swap.find(text)
  return (
    found ??
    (yield* usageError(
      `No token found to swap: ${sanitizeLine(text, 64)}.`,
      "Pass its contract address, or choose another network.",
    ))
  )
})
