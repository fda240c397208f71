import { printableLine } from "@wmodal/chains"
import type { Flows, SwapReview } from "@wmodal/core/flows"
import type { Decimal } from "@wmodal/protocol"
import { Effect } from "effect"
import { usage } from "../failure/CliError.ts"
import type { Mishap } from "../failure/exitOf.ts"
import { unitsIn } from "../payments/prepare.ts"
import { withinLimit } from "../payments/stops.ts"
import { worthOf } from "./swapDocument.ts"

/** One swap, whole. */
export interface WholeSwap {
  /** As typed, or `max`. */
  readonly amount: string
  readonly from: string
  readonly to: string
}

/** A swap that was looked at: now, or once more when the first look is too old. */
export interface Prepared {
  readonly review: SwapReview
  /** Fiat (USD) of what is given. */
  readonly worth: Decimal | null
}

/**
 * Finds both tokens once. @returns what looks at the swap: quotes, builds, tries out and checks, each time anew.
 */
export const swapInWords = Effect.fnUntraced(function* (
  { swap }: { readonly swap: Pick<Flows["swap"], "find" | "prepare"> },
  { amount: typed, from, to }: WholeSwap,
  limits: { readonly slippage: number; readonly maxUsd: string | null },
): Effect.fn.Return<Effect.Effect<Prepared, Mishap>, Mishap> {
  const [source, destination] = yield* Effect.all([tokenOf(swap, from), tokenOf(swap, to)], {
    concurrency: 2,
  })
  if (source.token.address === destination.token.address)
    return yield* usage(`${source.token.symbol} cannot be swapped for itself.`)
  /** What everything came to at the first look is what is swapped: a later look is one at the same swap. */
  let amount: bigint | "max" = typed === "max" ? typed : yield* unitsIn(typed, source)
  return Effect.gen(function* (): Effect.fn.Return<Prepared, Mishap> {
    const review = yield* swap.prepare({
      source: source.token,
      destination: destination.token,
      amount,
      slippage: limits.slippage,
    })
    amount = review.quote.amount
    // What it costs may have been asked for the first time just now.
    const { price } = yield* tokenOf(swap, from)
    const worth = worthOf(review.quote.amount, source.token, price)
    yield* withinLimit(worth, limits.maxUsd)
    return { review, worth }
  })
})

const tokenOf = Effect.fnUntraced(function* (swap: Pick<Flows["swap"], "find">, text: string) {
  const found = yield* swap.find(text)
  return (
    found ??
    (yield* usage(
      `There is no token ${printableLine(text, 64)} to swap here.`,
      "Name it by its contract's address, or choose another network.",
    ))
  )
})
