import { Clock, hasKey } from "@wmodal/protocol"
import { Effect } from "effect"
import { makeTaskHandle } from "../effects/TaskHandle.ts"
import type { SwapError } from "./Swap.ts"
import type { QuoteQuery, SwapDraftData } from "./swapModel.ts"
import { type ExchangeQuote, quoteTtlMs } from "./toSwapQuote.ts"

/** Milliseconds without typing before a request is sent. */
const quoteDelayMs = 200

/** Receives what is new of the draft's quote; `null` if nothing is. */
export type QuoteListener = (
  change: (learnt: SwapDraftData) => Partial<SwapDraftData> | null,
) => Effect.Effect<void>

/** Runs one query at a time: a newer one ends an older one. */
export const makeQuotePoller = (
  ask: (question: QuoteQuery) => Effect.Effect<ExchangeQuote, SwapError>,
  learn: QuoteListener,
) =>
  Effect.gen(function* () {
    const asking = yield* makeTaskHandle
    const aging = yield* makeTaskHandle
    let standing: QuoteQuery | null = null
    /** True while a query is running or delayed. */
    let open = false

    const run = (question: QuoteQuery, after: number) =>
      Effect.suspend(() => {
        open = true
        const { key } = question
        const age = learn(({ quote }) =>
          quote?.question === key ? { quote: { ...quote, stale: true } } : null,
        )
        const query = Effect.gen(function* () {
          if (after > 0) yield* Clock.sleep(after)
          yield* learn(({ quote }) => ({ refreshing: quote?.question === key }))
          const answer = yield* Effect.catch(ask(question), (error) => Effect.succeed(error))
          open = false
          if (hasKey(answer, "received")) yield* aging.run(Effect.andThen(Clock.sleep(quoteTtlMs), age))
          yield* learn(({ quote }) => {
            // Data that could not be refreshed is unchanged, and becomes stale.
            const isKept = quote?.question === key && hasKey(quote.answer, "received") && isUnread(answer)
            return { refreshing: false, quote: isKept ? quote : { question: key, answer, stale: false } }
          })
        })
        return Effect.asVoid(asking.run(query))
      })

    return {
      /** Starts a new query after a pause in the typing; `null` starts none. */
      follow: (question: QuoteQuery | null): Effect.Effect<void> =>
        Effect.suspend(() => {
          if (question?.key === standing?.key) return Effect.void
          standing = question
          open = false
          // The previous quote becomes stale, whether or not it is shown again.
          return Effect.andThen(asking.stop, question === null ? Effect.void : run(question, quoteDelayMs))
        }),
      /** Repeats the query at once; no effect while it is running. */
      again: Effect.suspend(() => (standing === null || open ? Effect.void : run(standing, 0))),
    }
  })

/** Returns whether the read failed, so that no data is newer than before. */
const isUnread = (answer: ExchangeQuote | SwapError): boolean =>
  hasKey(answer, "_tag") && answer.reason._tag === "Failed"
