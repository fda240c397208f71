import type { Fetch } from "@wmodal/protocol"
import { Deferred, Effect, Exit, type Scope } from "effect"
import { makeAccounts } from "../accounts/makeAccounts.ts"
import { makeHistoryPages } from "../activity/historyPages.ts"
import { makeActivity } from "../activity/makeActivity.ts"
import type { Clients } from "../clients/makeClients.ts"
import { makeCollectibles } from "../collectibles/makeCollectibles.ts"
import { makeHoldings } from "../holdings/makeHoldings.ts"
import { makeLedger } from "../ledger/makeLedger.ts"
import { EngineError } from "../problems/EngineError.ts"
import { makeRecipients } from "../recipients/makeRecipients.ts"
import { makeExplain } from "../requests/makeExplain.ts"
import { makeRequestQueue } from "../requests/makeRequestQueue.ts"
import { makeSend } from "../send/makeSend.ts"
import { makeSigning } from "../signing/makeSigning.ts"
import { makeExchange } from "../swap/makeExchange.ts"
import { makeSwap } from "../swap/makeSwap.ts"
import type { EngineServices } from "./EngineServices.ts"
import type { Flows } from "./Flows.ts"

/** Creates every flow of a connected wallet, one line per folder. Background fibers end with the scope. */
export const makeFlows = (deps: EngineServices): Effect.Effect<Flows, never, Fetch | Scope.Scope> =>
  Effect.gen(function* () {
    const ledger = yield* makeLedger(deps)
    const accounts = yield* makeAccounts(deps)
    const history = yield* makeHistoryPages(deps)
    const exchange = yield* makeExchange(deps.clients)
    const holdings = yield* makeHoldings({ ...deps, exchange, ledger })
    const recipients = makeRecipients({ ...deps, ledger, history })
    const explain = makeExplain({ ...deps, accounts, holdings })
    return {
      ledger,
      accounts,
      signing: yield* makeSigning({ ...deps, ledger, explain }),
      holdings,
      recipients,
      collectibles: yield* makeCollectibles({ ...deps, history }),
      activity: yield* makeActivity({ ...deps, ledger, accounts, history }),
      send: yield* makeSend({ ...deps, ledger, holdings, recipients, accounts }),
      swap: yield* makeSwap({ ...deps, exchange, ledger, holdings, accounts }),
      requests: yield* makeRequestQueue({ ...deps, ledger, explain }),
    }
  })

const flowsByClients = new WeakMap<Clients, Deferred.Deferred<Flows>>()

/** Returns one set of flows for each engine, regardless of the number of callers. */
export const openFlows = (deps: EngineServices): Effect.Effect<Flows, EngineError, Fetch | Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    // In a closed scope the new fiber would end at once, and the caller would receive no result.
    if (scope.state._tag === "Closed") return yield* new EngineError({ reason: { _tag: "Cancelled" } })
    // Two engines may share one scope.
    const known = flowsByClients.get(deps.clients)
    if (known !== undefined) return yield* Deferred.await(known)
    const made = Deferred.makeUnsafe<Flows>()
    flowsByClients.set(deps.clients, made)
    // The first caller may be interrupted before the end.
    const making = Effect.onExit(makeFlows(deps), (exit) => {
      // A failed set is created again for the next caller.
      if (Exit.isFailure(exit)) flowsByClients.delete(deps.clients)
      return Deferred.done(made, exit)
    })
    yield* Effect.forkIn(making, scope, { startImmediately: true })
    return yield* Deferred.await(made)
  })
