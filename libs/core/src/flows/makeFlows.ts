import { Effect, type Scope } from "effect"
import { makeHistoryPages } from "../activity/historyPages.ts"
import { makeHoldings } from "../holdings/makeHoldings.ts"
import { makeLedger } from "../ledger/makeLedger.ts"
import { makeRecipients } from "../recipients/makeRecipients.ts"
import { makeSigning } from "../signing/makeSigning.ts"
import type { Flows } from "./Flows.ts"
import type { Surroundings } from "./Surroundings.ts"
import { unbuilt } from "./unbuilt.ts"

/** Everything that a connected wallet is for, one line a room. What runs by itself ends with the scope. */
export const makeFlows = (around: Surroundings): Effect.Effect<Flows, never, Scope.Scope> =>
  Effect.gen(function* () {
    const rest = yield* unbuilt
    const ledger = yield* makeLedger(around)
    const history = yield* makeHistoryPages(around)
    return {
      ...rest,
      ledger,
      signing: yield* makeSigning(around, ledger),
      holdings: yield* makeHoldings({ ...around, ledger }),
      recipients: makeRecipients({ ...around, ledger, history }),
    }
  })
