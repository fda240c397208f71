import type { Fetch } from "@wmodal/protocol"
import { Deferred, Effect, Exit, type Scope } from "effect"
import type { Clients } from "../outside/makeClients.ts"
import { EngineError } from "../problems/EngineError.ts"
import type { Flows } from "./Flows.ts"
import { makeFlows } from "./makeFlows.ts"
import type { Surroundings } from "./Surroundings.ts"

const opened = new WeakMap<Clients, Deferred.Deferred<Flows>>()

/** One set of flows for each engine, however many ask at once. */
export const openFlows = (around: Surroundings): Effect.Effect<Flows, EngineError, Fetch | Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    // What would be made ends at once, and nobody would be told.
    if (scope.state._tag === "Closed") return yield* new EngineError({ reason: { _tag: "Cancelled" } })
    // Two engines may live in one scope.
    const known = opened.get(around.clients)
    if (known !== undefined) return yield* Deferred.await(known)
    const made = Deferred.makeUnsafe<Flows>()
    opened.set(around.clients, made)
    // Whoever asked first may go away before it is done.
    const making = Effect.onExit(makeFlows(around), (exit) => {
      // What could not be made is made anew for whoever asks next.
      if (Exit.isFailure(exit)) opened.delete(around.clients)
      return Deferred.done(made, exit)
    })
    yield* Effect.forkIn(making, scope, { startImmediately: true })
    return yield* Deferred.await(made)
  })
