import type { Effect } from "effect"
import type { Account } from "../account/Account.ts"
import type { Board } from "../connection/Board.ts"
import type { ConnectorsRoom } from "../connectors/makeConnectors.ts"
import type { EngineEvent } from "../Engine.ts"
import type { Networks } from "../networks/Networks.ts"
import type { Toasts } from "../notices/Toasts.ts"
import type { Options } from "../options/Options.ts"
import type { Clients } from "../outside/makeClients.ts"
import type { Router } from "../router/Router.ts"
import type { Memory } from "../storage/Memory.ts"
import type { Storage } from "../storage/Storage.ts"

/** What every flow may use of the engine around it. */
export interface Surroundings {
  readonly options: Options
  readonly memory: Memory
  readonly storage: Storage["Service"]
  readonly board: Board
  readonly account: Account
  readonly networks: Networks
  readonly connectors: Pick<ConnectorsRoom, "loaded">
  readonly router: Router
  readonly toasts: Toasts
  readonly clients: Clients
  /** To be run after a step on the board: the account that is shown follows it. */
  readonly changed: Effect.Effect<void>
  readonly emit: (name: string, properties: EngineEvent["properties"]) => Effect.Effect<void>
  readonly warn: (text: string) => void
}
