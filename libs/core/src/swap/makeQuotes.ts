import type { ApiError } from "@wmodal/api"
import { Clock, Effect } from "effect"
import { makeSlot } from "../attempt/Slot.ts"
import { surviving } from "../attempt/surviving.ts"
import type { Exchange } from "./makeExchange.ts"
import { exchangeName } from "./makeTokens.ts"
import { type Answer, staleAfter } from "./quoteOf.ts"
import type { SwapError } from "./Swap.ts"
import { asSwapError, refuse } from "./swapError.ts"
import type { QuoteQuestion } from "./swapModel.ts"

/** Milliseconds that somebody who types must pause before anything is asked. */
const pause = 200

/** Asks the exchange what it would give now. `user` is plain, `gasPrice` in base units of the network's own currency. */
export const askQuote = (
  { convert }: Pick<Exchange, "convert">,
  {
    amount,
    destination,
    gasPrice,
    source,
    user,
  }: Omit<QuoteQuestion, "key"> & { readonly user: string; readonly gasPrice: bigint },
): Effect.Effect<Answer, SwapError> =>
  Effect.gen(function* () {
    const quotes = yield* surviving(
      convert.quotes({
        network: source.network,
        user,
        from: exchangeName(source),
        to: exchangeName(destination),
        amount,
        gasPrice,
      }),
    )
    const [first] = quotes
    // A quote for another amount is none for this one.
    if (first === undefined || BigInt(first.fromAmount) !== amount) return yield* refuse({ _tag: "NoQuote" })
    const received = BigInt(first.toAmount)
    if (received <= 0n) return yield* refuse({ _tag: "NoQuote" })
    return { received, gasPrice, at: yield* Clock.currentTimeMillis }
  }).pipe(
    Effect.mapError((error) =>
      error._tag === "ApiError" && isNoQuote(error)
        ? refuse({ _tag: "NoQuote" })
        : asSwapError("quote")(error),
    ),
  )

/** The exchange understood the question, and trades nothing like it. */
const isNoQuote = ({ reason }: ApiError) =>
  reason._tag === "Status" && (reason.status === 400 || reason.status === 404)

/** Hears what came of each question. To another question than the one that stands it is nothing. */
export interface QuoteHearing {
  readonly asking: (question: QuoteQuestion) => Effect.Effect<void>
  readonly answered: (question: QuoteQuestion, answer: Answer | SwapError) => Effect.Effect<void>
  /** The last answer has grown old. */
  readonly aged: (question: QuoteQuestion) => Effect.Effect<void>
}

/** One question at a time: a newer one ends an older one. */
interface Quotes {
  /** Asks what was not asked before, once nobody types any more; `null` asks nothing. */
  readonly follow: (question: QuoteQuestion | null) => Effect.Effect<void>
  /** Asks the same again, at once; nothing where it is being asked. */
  readonly again: Effect.Effect<void>
}

export const makeQuotes = (
  ask: (question: QuoteQuestion) => Effect.Effect<Answer, SwapError>,
  hearing: QuoteHearing,
) =>
  Effect.gen(function* () {
    const asking = yield* makeSlot
    const aging = yield* makeSlot
    let standing: QuoteQuestion | null = null
    /** What is being asked, or waits for that. */
    let open: QuoteQuestion | null = null

    const run = (question: QuoteQuestion, after: number) =>
      Effect.suspend(() => {
        open = question
        return asking.run(
          Effect.gen(function* () {
            if (after > 0) yield* Effect.sleep(after)
            yield* hearing.asking(question)
            const answer = yield* Effect.catch(ask(question), (error) => Effect.succeed(error))
            open = null
            if ("received" in answer)
              yield* aging.run(Effect.andThen(Effect.sleep(staleAfter), hearing.aged(question)))
            yield* hearing.answered(question, answer)
          }),
        )
      })

    const quotes: Quotes = {
      follow: (question) =>
        Effect.suspend(() => {
          if (question?.key === standing?.key) return Effect.void
          standing = question
          open = null
          // What was answered before grows old, whether or not it is shown again.
          return Effect.andThen(
            asking.stop,
            question === null ? Effect.void : Effect.asVoid(run(question, pause)),
          )
        }),
      again: Effect.suspend(() =>
        standing === null || open !== null ? Effect.void : Effect.asVoid(run(standing, 0)),
      ),
    }
    return quotes
  })
