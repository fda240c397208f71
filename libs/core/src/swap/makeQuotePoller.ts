import type { ApiError } from "@wmodal/api"
import { Clock } from "@wmodal/protocol"
import { Effect } from "effect"
import { catchDefects } from "../effects/catchDefects.ts"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { Exchange } from "../services/makeExchange.ts"
import { toExchangeId } from "./makeSwapTokenStore.ts"
import type { SwapError } from "./Swap.ts"
import { makeSwapError, toSwapError } from "./swapErrors.ts"
import type { QuoteQuery } from "./swapModel.ts"
import { type ExchangeQuote, quoteTtlMs } from "./toSwapQuote.ts"

/** Milliseconds without typing before a request is sent. */
const quoteDelayMs = 200

/** Requests a quote. `user` is plain, `gasPrice` in base units of the native currency. */
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
    // A quote for another amount is not valid for this one.
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

/** Returns whether the exchange accepted the request but does not trade this pair or amount. */
const isNoQuote = ({ reason }: ApiError) =>
  reason._tag === "Status" && (reason.status === 400 || reason.status === 404)

/** Receives the result of each query. Results of outdated queries are ignored. */
export interface QuoteListener {
  readonly asking: (question: QuoteQuery) => Effect.Effect<void>
  readonly answered: (question: QuoteQuery, answer: ExchangeQuote | SwapError) => Effect.Effect<void>
  /** Runs when the last quote has become stale. */
  readonly aged: (question: QuoteQuery) => Effect.Effect<void>
}

/** Runs one query at a time: a newer one ends an older one. */
export const makeQuotePoller = (
  ask: (question: QuoteQuery) => Effect.Effect<ExchangeQuote, SwapError>,
  hearing: QuoteListener,
) =>
  Effect.gen(function* () {
    const asking = yield* makeTaskHandle
    const aging = yield* makeTaskHandle
    let standing: QuoteQuery | null = null
    /** The running or delayed query. */
    let open: QuoteQuery | null = null

    const run = (question: QuoteQuery, after: number) =>
      Effect.suspend(() => {
        open = question
        return asking.run(
          Effect.gen(function* () {
            if (after > 0) yield* Clock.sleep(after)
            yield* hearing.asking(question)
            const answer = yield* Effect.catch(ask(question), (error) => Effect.succeed(error))
            open = null
            if ("received" in answer)
              yield* aging.run(Effect.andThen(Clock.sleep(quoteTtlMs), hearing.aged(question)))
            yield* hearing.answered(question, answer)
          }),
        )
      })

    return {
      /** Starts a new query after a pause in the typing; `null` starts none. */
      follow: (question: QuoteQuery | null): Effect.Effect<void> =>
        Effect.suspend(() => {
          if (question?.key === standing?.key) return Effect.void
          standing = question
          open = null
          // The previous quote becomes stale, whether or not it is shown again.
          return Effect.andThen(
            asking.stop,
            question === null ? Effect.void : Effect.asVoid(run(question, quoteDelayMs)),
          )
        }),
      /** Repeats the query at once; no effect while it is running. */
      again: Effect.suspend(() =>
        standing === null || open !== null ? Effect.void : Effect.asVoid(run(standing, 0)),
      ),
    }
  })
