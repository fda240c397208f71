import { Effect, Fiber, type Scope } from "effect"

/** Waits for a shared effect, which continues for other callers if this one is interrupted. It ends with the scope. */
export const joinShared = <A, E>(effect: Effect.Effect<A, E>, scope: Scope.Scope): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.forkIn(effect, scope, { startImmediately: true }), Fiber.join)
