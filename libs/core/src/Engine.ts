import type { Feed, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Account } from "./account/Account.ts"
import type { NetworkLog } from "./clients/networkLog.ts"
import type { Connection } from "./connection/Connection.ts"
import type { Connectors } from "./connectors/Connectors.ts"
import type { EngineEvent } from "./EngineEvent.ts"
import type { Flows } from "./flows/Flows.ts"
import type { Networks } from "./networks/Networks.ts"
import type { Alerts } from "./notices/Alerts.ts"
import type { Toasts } from "./notices/Toasts.ts"
import type { Options } from "./options/Options.ts"
import type { OptionsError } from "./options/OptionsError.ts"
import type { Pairing } from "./pairing/Pairing.ts"
import type { EngineError } from "./problems/EngineError.ts"
import type { Router } from "./router/Router.ts"
import type { SignedInUser, SignIn } from "./signIn/SignIn.ts"
import type { SiwxService } from "./siwx/Siwx.ts"
import type { Wallets } from "./wallets/Wallets.ts"

/** A wallet engine without a UI. Two engines in one web page share no state. */
export interface Engine {
  /** The decoded options; invalid ones are absent and listed in `optionsErrors`. */
  readonly options: Options
  readonly optionsErrors: readonly OptionsError[]
  /**
   * Changes some of the options in place; the rows follow. The front end renders again. Fails with the first invalid
   * option, and then nothing has changed.
   */
  readonly changeOptions: (
    change: Readonly<Record<string, unknown>>,
  ) => Effect.Effect<void, OptionsError | EngineError>
  readonly connectors: Connectors
  readonly connection: Connection
  readonly pairing: Pairing
  /** The list of all wallets. Reading it loads the code; fails when that cannot be loaded. */
  readonly wallets: Effect.Effect<Wallets, EngineError>
  /**
   * Sign-in without a wallet. Reading it loads the code; fails when that cannot be loaded, or without a secure site.
   */
  readonly signIn: Effect.Effect<SignIn, EngineError>
  /** The signed-in user of the embedded wallet, `null` while signed out. */
  readonly signedIn: SubscriptionRef.SubscriptionRef<SignedInUser | null>
  /** Sign-in of the active account with a signature. */
  readonly siwx: SiwxService
  readonly networks: Networks
  readonly account: Account
  /**
   * Holdings, activity and sending of a connected wallet. Reading it loads the code; fails when that cannot be
   * loaded.
   */
  readonly flows: Effect.Effect<Flows, EngineError>
  readonly router: Router
  readonly toasts: Toasts
  readonly alerts: Alerts
  readonly theme: SubscriptionRef.SubscriptionRef<Options["theme"]>
  /** True while the front end shows the modal as a card in the page: closing it then shows its first view. */
  readonly embedded: SubscriptionRef.SubscriptionRef<boolean>
  readonly events: Feed.Feed<EngineEvent>
  /** Emits INITIALIZE. Its caller follows the events by then. */
  readonly announce: Effect.Effect<void>
  /** Every host that was asked, why, and what it was told. */
  readonly networkLog: NetworkLog
  /** Loads code that the first opening needs, in advance. Sends no request to an endpoint. */
  readonly preload: () => void
  /** Completes when discovery has emitted once and a stored session was restored or dropped. */
  readonly ready: Effect.Effect<void>
}
