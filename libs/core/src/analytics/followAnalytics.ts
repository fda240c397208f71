import { Feed, lazy, type SubscriptionRef } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { AccountState } from "../account/Account.ts"
import type { OpenedDirectory } from "../clients/openDirectory.ts"
import type { EngineEvent } from "../EngineEvent.ts"
import { loadPart } from "../effects/loadPart.ts"
import type { Alerts } from "../notices/Alerts.ts"
import type { Options } from "../options/Options.ts"
import type { Platform } from "../Platform.ts"
import type { EngineError } from "../problems/EngineError.ts"

export interface AnalyticsDeps {
  readonly options: Options
  readonly events: Feed.Feed<EngineEvent>
  readonly page: Platform["Service"]["page"]
  readonly account: SubscriptionRef.SubscriptionRef<AccountState | null>
  readonly directory: Effect.Effect<OpenedDirectory, EngineError>
  readonly alerts: Alerts
  readonly warn: (text: string) => void
}

const part = lazy(() => import("./openAnalytics.ts"))

/** Sends the events from now on to the operator, as long as the scope is open. Its code loads with the second event. */
export const followAnalytics = (deps: AnalyticsDeps): Effect.Effect<void, never, Scope.Scope> =>
  Effect.gen(function* () {
    const start = deps.events.last
    const following = Effect.flatMap(loadPart(part), ({ openAnalytics }) => openAnalytics(deps, start))
    // The first event tells that the engine is ready. No host is asked before its user does something.
    yield* Effect.forkIn(
      Effect.andThen(
        Effect.callback<void>((resume) => {
          let count = 0
          const unsubscribe = Feed.subscribe(deps.events, () => {
            count += 1
            if (count === 2) resume(Effect.void)
          })
          return Effect.sync(unsubscribe)
        }),
        Effect.catch(following, () => Effect.void),
      ),
      yield* Effect.scope,
      { startImmediately: true },
    )
  })
