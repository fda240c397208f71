import type { Lazy, MakeRpc, Namespace } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { SessionConnectorFactory } from "../remote/SessionConnectorFactory.ts"
import type { ChainActions, SigningActions } from "./ChainActions.ts"
import type { Connector } from "./Connector.ts"

/** The environment that wallet discovery reads. A web page passes its window; a terminal passes `null`. */
export interface DiscoveryEnvironment {
  /** The window on which wallets announce themselves and inject `ethereum`; `null` outside a page. */
  readonly window: (EventTarget & { readonly ethereum?: unknown }) | null
  /** Receives each reason why a wallet or descriptor is left out, once. For the developer of the dApp. */
  readonly warn?: (text: string) => void
  /**
   * Returns the address of a wallet's icon when it may be loaded, else `null`. By default only data may: EIP-6963 asks
   * for that, and another address would tell its host that the user is here, before the user has picked the wallet.
   */
  readonly parseImage?: (url: unknown) => string | null
}

/** Receives a list of connectors. The next list waits until the effect has run. */
export type UseConnectors = (connectors: readonly Connector[]) => Effect.Effect<unknown>

/** The code of one chain, loaded when an engine starts. `A` is what it offers: accounts of every chain sign. */
export interface ChainModule<A extends SigningActions = ChainActions | SigningActions> {
  /**
   * Calls `use` with every connector known so far, in the order found, and again after each new one. The first call is
   * immediate. Listeners live as long as the effect runs.
   */
  readonly discover: (environment: DiscoveryEnvironment, use: UseConnectors) => Effect.Effect<void>
  /** The account actions, loaded with the first account. `hasPayments` tells them apart. */
  readonly actions: Lazy<A>
}

/** An entry of the host app's `chains`: a name and a loader for its code. Its size is negligible until it is loaded. */
export interface Chain<A extends SigningActions = ChainActions | SigningActions> {
  readonly namespace: Namespace
  readonly load: () => Promise<ChainModule<A>>
  /** True if its accounts only sign: balances, payments and swaps are not offered. */
  readonly onlySigns?: boolean
  /** Loads the factory of the connector to a remote wallet of this chain over a WalletConnect session. */
  readonly sessionConnector?: () => Promise<SessionConnectorFactory>
  /** Loads the RPC client of a chain whose nodes do not use JSON-RPC. No proxy is used for them. */
  readonly makeRpc?: () => Promise<MakeRpc>
}
