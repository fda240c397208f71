import type { ApiError } from "@wmodal/api"
import { Clock, Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { Exchange } from "./makeExchange.ts"
import { toExchangeId } from "./makeSwapTokenStore.ts"
import type { SwapError } from "./Swap.ts"
import { makeSwapError, toSwapError } from "./swapErrors.ts"
import type { QuoteQuery } from "./swapModel.ts"
import { type ExchangeQuote, quoteTtlMs } from "./toSwapQuote.ts"

/** Milliseconds that somebody who types must pause before anything is asked. */
const quoteDelayMs = 200

/** Asks the exchange what it would give now. `user` is plain, `gasPrice` in base units of the network's own currency. */
export const fetchQuote = (
  { convert }: Pick<Exchange, "convert">,
  {
    amount,
    destination,
    gasPrice,
    source,
    user,
  }: Omit<QuoteQuery, "key"> & { readonly user: string; readonly gasPrice: bigint },
): Effect.Effect<ExchangeQuote, SwapError> =>
  Effect.gen(function* () {
    const quotes = yield* catchDefects(
      convert.quotes({
        network: source.network,
        user,
        from: toExchangeId(source),
        to: toExchangeId(destination),
        amount,
        gasPrice,
      }),
    )
    const [first] = quotes
    // A quote for another amount is none for this one.
    if (first === undefined || BigInt(first.fromAmount) !== amount)
      return yield* makeSwapError({ _tag: "NoQuote" })
    const received = BigInt(first.toAmount)
    if (received <= 0n) return yield* makeSwapError({ _tag: "NoQuote" })
    return { received, gasPrice, at: yield* Clock.currentTimeMillis }
  }).pipe(
    Effect.mapError((error) =>
      error._tag === "ApiError" && isNoQuote(error)
        ? makeSwapError({ _tag: "NoQuote" })
        : toSwapError("quote")(error),
    ),
  )

/** The exchange understood the question, and trades nothing like it. */
const isNoQuote = ({ reason }: ApiError) =>
  reason._tag === "Status" && (reason.status === 400 || reason.status === 404)

/** Hears what came of each question. To another question than the one that stands it is nothing. */
export interface QuoteListener {
  readonly asking: (question: QuoteQuery) => Effect.Effect<void>
  readonly answered: (question: QuoteQuery, answer: ExchangeQuote | SwapError) => Effect.Effect<void>
  /** The last answer has grown old. */
  readonly aged: (question: QuoteQuery) => Effect.Effect<void>
}

/** One question at a time: a newer one ends an older one. */
interface QuotePoller {
  /** Asks what was not asked before, once nobody types any more; `null` asks nothing. */
  readonly follow: (question: QuoteQuery | null) => Effect.Effect<void>
  /** Asks the same again, at once; nothing where it is being asked. */
  readonly again: Effect.Effect<void>
}

export const makeQuotePoller = (
  ask: (question: QuoteQuery) => Effect.Effect<ExchangeQuote, SwapError>,
  hearing: QuoteListener,
) =>
  Effect.gen(function* () {
    const asking = yield* makeTaskHandle
    const aging = yield* makeTaskHandle
    let standing: QuoteQuery | null = null
    /** What is being asked, or waits for that. */
    let open: QuoteQuery | null = null

    const run = (question: QuoteQuery, after: number) =>
      Effect.suspend(() => {
        open = question
        return asking.run(
          Effect.gen(function* () {
            if (after > 0) yield* Effect.sleep(after)
            yield* hearing.asking(question)
            const answer = yield* Effect.catch(ask(question), (error) => Effect.succeed(error))
            open = null
            if ("received" in answer)
              yield* aging.run(Effect.andThen(Effect.sleep(quoteTtlMs), hearing.aged(question)))
            yield* hearing.answered(question, answer)
          }),
        )
      })

    const quotes: QuotePoller = {
      follow: (question) =>
        Effect.suspend(() => {
          if (question?.key === standing?.key) return Effect.void
          standing = question
          open = null
          // What was answered before grows old, whether or not it is shown again.
          return Effect.andThen(
            asking.stop,
            question === null ? Effect.void : Effect.asVoid(run(question, quoteDelayMs)),
          )
        }),
      again: Effect.suspend(() =>
        standing === null || open !== null ? Effect.void : Effect.asVoid(run(standing, 0)),
      ),
    }
    return quotes
  })
