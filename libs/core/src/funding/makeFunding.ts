import { Effect, type Scope } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"
import type { Flows } from "../flows/Flows.ts"
import { makeReceive } from "../receive/makeReceive.ts"
import type { Funding } from "./Funding.ts"

/** Creates both flows. Background fibers end with the scope. */
export const makeFunding = (
  deps: EngineServices & Pick<Flows, "accounts" | "holdings" | "activity">,
): Effect.Effect<Funding, never, Scope.Scope> =>
  Effect.gen(function* () {
    return { receive: yield* makeReceive(deps) }
  })
