import { Deferred, Effect, type Scope } from "effect"
import type { Flows } from "./Flows.ts"
import { makeFlows } from "./makeFlows.ts"
import type { Surroundings } from "./Surroundings.ts"

const opened = new WeakMap<Scope.Scope, Deferred.Deferred<Flows>>()

/** One set of flows for each engine, however many ask at once. */
export const openFlows = (around: Surroundings): Effect.Effect<Flows, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const known = opened.get(scope)
    if (known !== undefined) return yield* Deferred.await(known)
    const made = Deferred.makeUnsafe<Flows>()
    opened.set(scope, made)
    // Whoever asked first may go away before it is done.
    yield* Effect.forkIn(Deferred.into(makeFlows(around), made), scope, { startImmediately: true })
    return yield* Deferred.await(made)
  })
