import { Clock, Effect, Result } from "effect"
import type { Mishap } from "../failure/exitOf.ts"
import type { Live } from "../prompts/Prompts.ts"
import type { Prepared } from "./prepareSwap.ts"
import { shortAmount } from "./swapDocument.ts"
import { worsened } from "./worsened.ts"

/** Milliseconds between two looks at a swap that somebody thinks about. */
const refreshAfter = 10_000

/** Milliseconds between two looks at the clock once a quote is old. */
const glance = 500

interface Watched {
  /** What there is to say of the quote by now, below the question. */
  readonly live: Live
  /** The newest look at it. */
  readonly latest: () => Prepared
  /** Looks anew for as long as it runs. */
  readonly run: Effect.Effect<never>
}

/** Keeps a swap fresh while somebody thinks about it. What they were shown stays what they say yes to. */
export const watchQuote = (shown: Prepared, prepare: Effect.Effect<Prepared, Mishap>): Watched => {
  const listeners = new Set<() => void>()
  let latest = shown
  let line: ReturnType<Live["line"]> = null
  const tell = (text: string, alarms: boolean): void => {
    if (text === line?.text) return
    line = { text, alarms }
    for (const listener of listeners) listener()
  }
  const heard = (next: Prepared): void => {
    latest = next
    const { at, destination, minimum } = next.review.quote
    const because = worsened(shown.review, next.review)
    if (because === null) {
      const time = new Date(at).toLocaleTimeString("en", { hour12: false })
      tell(
        `Quoted again at ${time}: at least ${shortAmount(minimum, destination)} ${destination.symbol}`,
        false,
      )
    } else tell(`${because} Approve shows it anew.`, true)
  }
  const look = Effect.gen(function* () {
    yield* Effect.sleep(refreshAfter)
    const next = yield* Effect.result(prepare)
    if (Result.isSuccess(next)) heard(next.success)
  })
  const age = Effect.gen(function* () {
    const left = latest.review.until - (yield* Clock.currentTimeMillis)
    if (left <= 0) tell("This quote is old, and no newer one has come. Approve asks for one first.", true)
    yield* Effect.sleep(Math.max(left, glance))
  })
  return {
    live: {
      line: () => line,
      subscribe: (listener) => {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
    },
    latest: () => latest,
    run: Effect.raceFirst(Effect.forever(look), Effect.forever(age)),
  }
}
