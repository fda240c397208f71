import { Clock, Effect, Result } from "effect"
import type { ItemError } from "../failure/exitName.ts"
import type { LiveLine } from "../prompts/Prompts.ts"
import type { PreparedSwap } from "./prepareSwap.ts"
import { describeWorsening, formatShortAmount } from "./swapDocument.ts"

/** Milliseconds between two refreshes during the prompt. */
const refreshIntervalMs = 10_000

/** Milliseconds between two expiry checks once a quote has expired. */
const clockIntervalMs = 500

interface QuoteWatch {
  /** The status of the quote, below the prompt. */
  readonly live: LiveLine
  /** The newest review. */
  readonly latest: () => PreparedSwap
  /** Refreshes the quote while it runs. */
  readonly run: Effect.Effect<never>
}

/** Refreshes a quote during the prompt. The user confirms the review that was shown first. */
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
