import { Deferred, Effect, type Scope } from "effect"
import type { Clients } from "../outside/makeClients.ts"
import type { Flows } from "./Flows.ts"
import { makeFlows } from "./makeFlows.ts"
import type { Surroundings } from "./Surroundings.ts"

const opened = new WeakMap<Clients, Deferred.Deferred<Flows>>()

/** One set of flows for each engine, however many ask at once. */
export const openFlows = (around: Surroundings): Effect.Effect<Flows, never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    // Two engines may live in one scope.
    const known = opened.get(around.clients)
    if (known !== undefined) return yield* Deferred.await(known)
    const made = Deferred.makeUnsafe<Flows>()
    opened.set(around.clients, made)
    // Whoever asked first may go away before it is done.
    yield* Effect.forkIn(Deferred.into(makeFlows(around), made), scope, { startImmediately: true })
    return yield* Deferred.await(made)
  })
