import type { Fetch } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { EngineServices } from "../flows/EngineServices.ts"
import type { Flows } from "../flows/Flows.ts"
import { makeOnramp } from "../onramp/makeOnramp.ts"
import { makeReceive } from "../receive/makeReceive.ts"
import type { Funding } from "./Funding.ts"

/** Creates both flows. Background fibers end with the scope. */
export const makeFunding = (
  deps: EngineServices & Pick<Flows, "accounts" | "holdings" | "activity">,
): Effect.Effect<Funding, never, Fetch | Scope.Scope> =>
  Effect.gen(function* () {
    return { receive: yield* makeReceive(deps), onramp: yield* makeOnramp(deps) }
  })
