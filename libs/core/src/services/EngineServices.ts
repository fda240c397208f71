import type { Effect } from "effect"
import type { Account } from "../account/Account.ts"
import type { Clients } from "../clients/makeClients.ts"
import type { ConnectionStore } from "../connection/ConnectionStore.ts"
import type { ConnectorsInternal } from "../connectors/makeConnectors.ts"
import type { EmitEvent } from "../EngineEvent.ts"
import type { Networks } from "../networks/Networks.ts"
import type { Toasts } from "../notices/Toasts.ts"
import type { Options } from "../options/Options.ts"
import type { Router } from "../router/Router.ts"
import type { PersistedState } from "../storage/PersistedState.ts"
import type { Storage } from "../storage/Storage.ts"

/** The engine's services that every flow may use. */
export interface EngineServices {
  readonly options: Options
  readonly memory: PersistedState
  readonly storage: Storage["Service"]
  readonly board: ConnectionStore
  readonly account: Account
  readonly networks: Networks
  readonly connectors: Pick<ConnectorsInternal, "loaded">
  readonly router: Router
  readonly toasts: Toasts
  readonly clients: Clients
  /** The host of the page that asks, such as `app.example`; `null` outside a page. */
  readonly host: string | null
  /** Runs after each change of the connection state, so that the shown account follows it. */
  readonly changed: Effect.Effect<void>
  readonly emit: EmitEvent
  readonly warn: (text: string) => void
}
