import { type Fetch, lazy } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { makeAccounts } from "../accounts/makeAccounts.ts"
import { makeActivity } from "../activity/makeActivity.ts"
import { makeApprovals } from "../approvals/makeApprovals.ts"
import { makeCollectibles } from "../collectibles/makeCollectibles.ts"
import { loadPart } from "../effects/loadPart.ts"
import { runToEnd } from "../effects/runToEnd.ts"
import { makeHoldings } from "../holdings/makeHoldings.ts"
import { makeLedger } from "../ledger/makeLedger.ts"
import { makeRecipients } from "../recipients/makeRecipients.ts"
import { makeRequestQueue } from "../requests/makeRequestQueue.ts"
import { followSend } from "../send/followSend.ts"
import { makeSend } from "../send/makeSend.ts"
import type { EngineServices } from "../services/EngineServices.ts"
import { makeHistoryPages } from "../services/historyPages.ts"
import { makeExchange } from "../services/makeExchange.ts"
import { makeExplain } from "../signing/makeExplain.ts"
import { makeSigning } from "../signing/makeSigning.ts"
import { followSwap } from "../swap/followSwap.ts"
import { makeSwap } from "../swap/makeSwap.ts"
import type { Flows } from "./Flows.ts"

/** Creates every flow of a connected wallet, one line per folder. Background fibers end with the scope. */
const makeFlows = (deps: EngineServices): Effect.Effect<Flows, never, Fetch | Scope.Scope> =>
  Effect.gen(function* () {
    const ledger = yield* makeLedger(deps)
    const accounts = yield* makeAccounts(deps)
    const history = yield* makeHistoryPages(deps)
    const exchange = yield* makeExchange(deps)
    const holdings = yield* makeHoldings({ ...deps, exchange, ledger })
    const recipients = makeRecipients({ ...deps, ledger, history })
    const payments = { ...deps, ledger, accounts, holdings, recipients }
    const explain = makeExplain(payments)
    const activity = yield* makeActivity({ ...deps, ledger, accounts, history })
    const run = Effect.runPromiseWith(yield* Effect.context<Fetch | Scope.Scope>())
    const funding = lazy(async () => {
      const { makeFunding } = await import("../funding/makeFunding.ts")
      return run(makeFunding({ ...deps, accounts, holdings, activity }))
    })
    const serverPayments = loadPart(
      lazy(async () =>
        run((await import("../send/makeServerPayments.ts")).makeServerPayments({ ...payments, explain })),
      ),
    )
    return {
      ledger,
      accounts,
      signing: yield* makeSigning({ ...deps, ledger, explain }),
      holdings,
      recipients,
      collectibles: yield* makeCollectibles({ ...deps, history }),
      activity,
      approvals: yield* makeApprovals(payments),
      send: yield* followSend(payments, yield* makeSend({ ...payments, serverPayments })),
      serverPayments,
      swap: yield* followSwap(deps, yield* makeSwap({ ...payments, exchange })),
      requests: yield* makeRequestQueue({ ...deps, ledger, explain }),
      funding: loadPart(funding),
      names: loadPart(
        lazy(async () => run((await import("../names/makeNames.ts")).makeNames({ ...deps, ledger }))),
      ),
      ownNetworks: loadPart(
        lazy(async () => run((await import("../ownNetworks/makeOwnNetworks.ts")).makeOwnNetworks(deps))),
      ),
      sessions: loadPart(
        lazy(async () =>
          run((await import("../sessions/makeSessions.ts")).makeSessions({ ...deps, ledger })),
        ),
      ),
    }
  })

/** Creates the flows in a fiber that ends with the scope. */
export const openFlows = (deps: EngineServices): Effect.Effect<Flows, never, Fetch | Scope.Scope> =>
  Effect.flatMap(Effect.scope, (scope) => runToEnd(scope)(makeFlows(deps)))
