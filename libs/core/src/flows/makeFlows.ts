import { Effect, type Scope } from "effect"
import { makeAccounts } from "../accounts/makeAccounts.ts"
import { makeHistoryPages } from "../activity/historyPages.ts"
import { makeActivity } from "../activity/makeActivity.ts"
import { makeCollectibles } from "../collectibles/makeCollectibles.ts"
import { makeHoldings } from "../holdings/makeHoldings.ts"
import { makeLedger } from "../ledger/makeLedger.ts"
import { makeRecipients } from "../recipients/makeRecipients.ts"
import { makeSend } from "../send/makeSend.ts"
import { makeSigning } from "../signing/makeSigning.ts"
import type { Flows } from "./Flows.ts"
import type { Surroundings } from "./Surroundings.ts"
import { requests, swap } from "./unbuilt.ts"

/** Everything that a connected wallet is for, one line a room. What runs by itself ends with the scope. */
export const makeFlows = (around: Surroundings): Effect.Effect<Flows, never, Scope.Scope> =>
  Effect.gen(function* () {
    const ledger = yield* makeLedger(around)
    const accounts = yield* makeAccounts(around)
    const history = yield* makeHistoryPages(around)
    const holdings = yield* makeHoldings({ ...around, ledger })
    const recipients = makeRecipients({ ...around, ledger, history })
    return {
      ledger,
      accounts,
      signing: yield* makeSigning(around, ledger),
      holdings,
      recipients,
      collectibles: yield* makeCollectibles({ ...around, history }),
      activity: yield* makeActivity({ ...around, ledger, accounts, history }),
      send: yield* makeSend({ ...around, ledger, holdings, recipients, accounts }),
      swap: yield* swap,
      requests: yield* requests,
    }
  })
