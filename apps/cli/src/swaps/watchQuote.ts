import { Clock, Effect, Result } from "effect"
import type { ItemError } from "../failure/exitName.ts"
import type { LiveLine } from "../prompts/Prompts.ts"
import { describeWorsening } from "./describeWorsening.ts"
import type { PreparedSwap } from "./prepareSwap.ts"
import { formatShortAmount } from "./swapDocument.ts"

/** Milliseconds between two looks at a swap that somebody thinks about. */
const refreshIntervalMs = 10_000

/** Milliseconds between two looks at the clock once a quote is old. */
const clockIntervalMs = 500

interface QuoteWatch {
  /** What there is to say of the quote by now, below the question. */
  readonly live: LiveLine
  /** The newest look at it. */
  readonly latest: () => PreparedSwap
  /** Looks anew for as long as it runs. */
  readonly run: Effect.Effect<never>
}

/** Keeps a swap fresh while somebody thinks about it. What they were shown stays what they say yes to. */
export const watchQuote = (
  shown: PreparedSwap,
  prepare: Effect.Effect<PreparedSwap, ItemError>,
): QuoteWatch => {
  const listeners = new Set<() => void>()
  let latest = shown
  let line: ReturnType<LiveLine["line"]> = null
  const tell = (text: string, alarms: boolean): void => {
    if (text === line?.text) return
    line = { text, alarms }
    for (const listener of listeners) listener()
  }
  const heard = (next: PreparedSwap): void => {
    latest = next
    const { at, destination, minimum } = next.review.quote
    const because = describeWorsening(shown.review, next.review)
    if (because === null) {
      const time = new Date(at).toLocaleTimeString("en", { hour12: false })
      tell(
        `New quote at ${time}: at least ${formatShortAmount(minimum, destination)} ${destination.symbol}`,
        false,
      )
    } else tell(`${because} Approve to review it again.`, true)
  }
  const look = Effect.gen(function* () {
    yield* Effect.sleep(refreshIntervalMs)
    const next = yield* Effect.result(prepare)
    if (Result.isSuccess(next)) heard(next.success)
  })
  const age = Effect.gen(function* () {
    const left = latest.review.until - (yield* Clock.currentTimeMillis)
    if (left <= 0) tell("This quote has expired. Approve to get a new one first.", true)
    yield* Effect.sleep(Math.max(left, clockIntervalMs))
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
