import type { Effect, Stream, SubscriptionRef } from "effect"
import type { Account } from "./account/Account.ts"
import type { Connection } from "./connection/Connection.ts"
import type { Connectors } from "./connectors/Connectors.ts"
import type { Networks } from "./networks/Networks.ts"
import type { Alerts } from "./notices/Alerts.ts"
import type { Toasts } from "./notices/Toasts.ts"
import type { Options } from "./options/Options.ts"
import type { OptionsError } from "./options/OptionsError.ts"
import type { Router } from "./router/Router.ts"

/** What happened, for a host's subscribers and for `--jsonl`. Names are the well-known ones: MODAL_OPEN, CONNECT_SUCCESS, ... */
export interface EngineEvent {
  readonly name: string
  readonly properties: Readonly<Record<string, unknown>>
}

/** One wallet engine. It has no screen; two on one page know nothing of each other. */
export interface Engine {
  /** Decoded; what the host got wrong is absent here and named in `optionsErrors`. */
  readonly options: Options
  readonly optionsErrors: readonly OptionsError[]
  readonly connectors: Connectors
  readonly connection: Connection
  readonly networks: Networks
  readonly account: Account
  readonly router: Router
  readonly toasts: Toasts
  readonly alerts: Alerts
  readonly theme: SubscriptionRef.SubscriptionRef<Options["theme"]>
  readonly events: Stream.Stream<EngineEvent>
  /** Done when discovery has emitted once and a stored session is restored or given up. */
  readonly ready: Effect.Effect<void>
}
