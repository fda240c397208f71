import type { Hosts } from "@wmodal/protocol"
import type { Effect, Stream, SubscriptionRef } from "effect"
import type { Account } from "./account/Account.ts"
import type { Connection } from "./connection/Connection.ts"
import type { Connectors } from "./connectors/Connectors.ts"
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
import type { Wallets } from "./wallets/Wallets.ts"

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
  readonly pairing: Pairing
  /** Every wallet there is. Asking loads the code; it fails where that does not come. */
  readonly wallets: Effect.Effect<Wallets, EngineError>
  /** Signing in without a wallet. Asking loads the code; it fails where that does not come, or no secure site is configured. */
  readonly signIn: Effect.Effect<SignIn, EngineError>
  /** Who is signed in with the embedded wallet, `null` while nobody is. */
  readonly signedIn: SubscriptionRef.SubscriptionRef<SignedInUser | null>
  readonly networks: Networks
  readonly account: Account
  /** What a connected wallet is for: holdings, activity, sending. Asking loads their code; it fails where that does not come. */
  readonly flows: Effect.Effect<Flows, EngineError>
  readonly router: Router
  readonly toasts: Toasts
  readonly alerts: Alerts
  readonly theme: SubscriptionRef.SubscriptionRef<Options["theme"]>
  readonly events: Stream.Stream<EngineEvent>
  /**
   * Each request that went out of late, and each from now on: host, method, time and what came of it, never a
   * parameter, a body or a query. Asking loads the code that asks; it fails where that does not come.
   */
  readonly attempts: Effect.Effect<Hosts["Service"]["attempts"], EngineError>
  /** Done when discovery has emitted once and a stored session is restored or given up. */
  readonly ready: Effect.Effect<void>
}
