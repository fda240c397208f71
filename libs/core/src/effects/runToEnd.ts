import { Effect, Fiber, type Scope } from "effect"

/** Runs an effect in the given scope and waits for it. An interruption of the caller does not end it. */
export const runToEnd =
  (scope: Scope.Scope) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
    Effect.flatMap(Effect.forkIn(effect, scope, { startImmediately: true }), (fiber) => Fiber.join(fiber))
