import { Effect, type Scope } from "effect"
import type { Flows } from "./Flows.ts"
import type { Surroundings } from "./Surroundings.ts"
import { makeHoldings } from "../holdings/makeHoldings.ts"
import { unbuilt } from "./unbuilt.ts"

/** Everything that a connected wallet is for, one line a room. What runs by itself ends with the scope. */
export const makeFlows = (around: Surroundings): Effect.Effect<Flows, never, Scope.Scope> =>
  Effect.gen(function* () {
    const rest = yield* unbuilt
    const { ledger } = rest
    return { ...rest, holdings: yield* makeHoldings({ ...around, ledger }) }
  })
