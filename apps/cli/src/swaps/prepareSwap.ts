import { sanitizeLine } from "@wmodal/chains"
import type { Flows, SwapReview } from "@wmodal/core/flows"
import type { Decimal } from "@wmodal/protocol"
import { Effect } from "effect"
import { usageError } from "../failure/CliError.ts"
import type { ItemError } from "../failure/exitName.ts"
import { parseTokenUnits } from "../payments/preparePayment.ts"
import { requireWithinLimit } from "../payments/warnings.ts"
import { toUsdWorth } from "./swapDocument.ts"

/** The complete parameters of one swap. */
export interface SwapParams {
  /** As typed, or `max`. */
  readonly amount: string
  readonly from: string
  readonly to: string
}

/** A reviewed swap. It is reviewed again when the review expires. */
export interface PreparedSwap {
  readonly review: SwapReview
  /** Fiat (USD) worth of the source amount. */
  readonly worth: Decimal | null
}

/**
 * Finds both tokens once.
 * @returns an effect that quotes, builds, simulates and checks the swap each time.
 */
export const makeSwapPreparer = Effect.fnUntraced(function* (
  { swap }: { readonly swap: Pick<Flows["swap"], "find" | "prepare"> },
  { amount: typed, from, to }: SwapParams,
  limits: { readonly slippage: number; readonly maxUsd: string | null },
): Effect.fn.Return<Effect.Effect<PreparedSwap, ItemError>, ItemError> {
  const [source, destination] = yield* Effect.all([findSwapToken(swap, from), findSwapToken(swap, to)], {
    concurrency: 2,
  })
  if (source.token.address === destination.token.address)
    return yield* usageError(`${source.token.symbol} cannot be swapped for itself.`)
  /** Later reviews use the amount to which `max` resolved first, because they are of the same swap. */
  let amount: bigint | "max" = typed === "max" ? typed : yield* parseTokenUnits(typed, source)
  return Effect.gen(function* (): Effect.fn.Return<PreparedSwap, ItemError> {
    const review = yield* swap.prepare({
      source: source.token,
      destination: destination.token,
      amount,
      slippage: limits.slippage,
    })
    amount = review.quote.amount
    // The price may only have been fetched by the quote.
    const { price } = yield* findSwapToken(swap, from)
    const worth = toUsdWorth(review.quote.amount, source.token, price)
    yield* requireWithinLimit(worth, limits.maxUsd)
    return { review, worth }
  })
})

const findSwapToken = Effect.fnUntraced(function* (swap: Pick<Flows["swap"], "find">, text: string) {
  const found = yield* swap.find(text)
  return (
    found ??
    (yield* usageError(
      `No token found to swap: ${sanitizeLine(text, 64)}.`,
      "Pass its contract address, or choose another network.",
    ))
  )
})
