import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"

/**
 * Runs an effect to its end under the test clock, 25 ms at a time. Every due promise settles between two steps, so
 * time passes only while the effect waits for time and no request is overtaken.
 */
export const inVirtualTime = <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const fiber = yield* Effect.forkChild(effect, { startImmediately: true })
    for (;;) {
      for (let turn = 0; turn < 10; turn++) yield* Effect.yieldNow
      if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
      yield* TestClock.adjust(25)
    }
  })
export * from "./polluteObjects.ts"
