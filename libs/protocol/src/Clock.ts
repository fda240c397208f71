import { Context, Effect } from "effect"

/** The part of effect's clock that the packages use. */
interface Clock {
  readonly currentTimeMillisUnsafe: () => number
  /** Never completes after infinitely many milliseconds. */
  readonly sleep: (milliseconds: number) => Effect.Effect<void>
}

/** The maximum delay of a timer; a longer one would end at once. */
const maxDelayMs = 2 ** 31 - 1

const sleepFor = (milliseconds: number): Effect.Effect<void> => {
  if (milliseconds <= 0) return Effect.yieldNow
  if (!Number.isFinite(milliseconds)) return Effect.never
  return Effect.callback((resume) => {
    const rest = milliseconds > maxDelayMs ? sleepFor(milliseconds - maxDelayMs) : Effect.void
    const timer = setTimeout(() => resume(rest), Math.min(milliseconds, maxDelayMs))
    return Effect.sync(() => clearTimeout(timer))
  })
}

/**
 * Effect's clock by its own key, so that a test replaces both by one. The clock of effect also has nanoseconds and
 * durations, which are 2 kB of a page's first chunk.
 */
export const Clock: Context.Reference<Clock> = Context.Reference("effect/Clock", {
  defaultValue: () => ({ currentTimeMillisUnsafe: () => Date.now(), sleep: sleepFor }),
})

/** Returns milliseconds since 1970. */
export const currentTimeMillis: Effect.Effect<number> = Effect.withFiber((fiber) =>
  Effect.succeed(fiber.getRef(Clock).currentTimeMillisUnsafe()),
)

/** Waits; at least until other fibers have run. */
export const sleep = (milliseconds: number): Effect.Effect<void> =>
  Effect.withFiber((fiber) => fiber.getRef(Clock).sleep(milliseconds))

/** Runs an effect after a delay in milliseconds. */
export const delay = <A, E, R>(self: Effect.Effect<A, E, R>, milliseconds: number): Effect.Effect<A, E, R> =>
  Effect.andThen(sleep(milliseconds), self)

interface Timeout<A, E, R> {
  /** Milliseconds. */
  readonly duration: number
  readonly orElse: () => Effect.Effect<A, E, R>
}

/** Interrupts an effect that takes longer, and then runs `orElse`. */
export const timeoutOrElse =
  <A2, E2 = never, R2 = never>({ duration, orElse }: Timeout<A2, E2, R2>) =>
  <A, E, R>(self: Effect.Effect<A, E, R>): Effect.Effect<A | A2, E | E2, R | R2> =>
    Effect.flatten(
      Effect.raceFirst(
        Effect.map(self, (value): Effect.Effect<A | A2, E2, R2> => Effect.succeed(value)),
        Effect.as(sleep(duration), Effect.suspend(orElse)),
      ),
    )
