import type { Fetch } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Accounts } from "../accounts/Accounts.ts"
import type { Activity } from "../activity/Activity.ts"
import type { Holdings } from "../holdings/Holdings.ts"
import { makeOnramp } from "../onramp/makeOnramp.ts"
import { makeReceive } from "../receive/makeReceive.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import type { Funding } from "./Funding.ts"

/** Creates both flows. Background fibers end with the scope. */
export const makeFunding = (
  deps: EngineServices & {
    readonly accounts: Accounts
    readonly holdings: Holdings
    readonly activity: Activity
  },
): Effect.Effect<Funding, never, Fetch | Scope.Scope> =>
  Effect.gen(function* () {
    return { receive: yield* makeReceive(deps), onramp: yield* makeOnramp(deps) }
  })
