import { Effect, Fiber, type Scope } from "effect"

/** Waits for what goes on, for whoever else looks at it, when the one who asked leaves. It ends with the scope. */
export const joinShared = <A, E>(effect: Effect.Effect<A, E>, scope: Scope.Scope): Effect.Effect<A, E> =>
  Effect.flatMap(Effect.forkIn(effect, scope, { startImmediately: true }), Fiber.join)
