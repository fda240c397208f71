import type { Fetch } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { makeAccounts } from "../accounts/makeAccounts.ts"
import { makeHistoryPages } from "../activity/historyPages.ts"
import { makeActivity } from "../activity/makeActivity.ts"
import { makeCollectibles } from "../collectibles/makeCollectibles.ts"
import { makeHoldings } from "../holdings/makeHoldings.ts"
import { makeLedger } from "../ledger/makeLedger.ts"
import { makeRecipients } from "../recipients/makeRecipients.ts"
import { makeExplain } from "../requests/makeExplain.ts"
import { makeRequests } from "../requests/makeRequests.ts"
import { makeSend } from "../send/makeSend.ts"
import { makeSigning } from "../signing/makeSigning.ts"
import { makeExchange } from "../swap/makeExchange.ts"
import { makeSwap } from "../swap/makeSwap.ts"
import type { Flows } from "./Flows.ts"
import type { Surroundings } from "./Surroundings.ts"

/** Everything that a connected wallet is for, one line a room. What runs by itself ends with the scope. */
export const makeFlows = (around: Surroundings): Effect.Effect<Flows, never, Fetch | Scope.Scope> =>
  Effect.gen(function* () {
    const ledger = yield* makeLedger(around)
    const accounts = yield* makeAccounts(around)
    const history = yield* makeHistoryPages(around)
    const exchange = yield* makeExchange(around.clients)
    const holdings = yield* makeHoldings({ ...around, exchange, ledger })
    const recipients = makeRecipients({ ...around, ledger, history })
    const explain = makeExplain({ ...around, accounts, holdings })
    return {
      ledger,
      accounts,
      signing: yield* makeSigning({ ...around, ledger, explain }),
      holdings,
      recipients,
      collectibles: yield* makeCollectibles({ ...around, history }),
      activity: yield* makeActivity({ ...around, ledger, accounts, history }),
      send: yield* makeSend({ ...around, ledger, holdings, recipients, accounts }),
      swap: yield* makeSwap({ ...around, exchange, ledger, holdings, accounts }),
      requests: yield* makeRequests({ ...around, ledger, explain }),
    }
  })
