import type { MakeRpc, Namespace } from "@wmodal/protocol"
import type { Effect, Stream } from "effect"
import type { SessionConnectorFactory } from "../remote/SessionConnectorFactory.ts"
import type { ChainActions } from "./ChainActions.ts"
import type { Connector } from "./Connector.ts"

/** What discovery may look at. A page gives its window; a terminal gives nothing. */
export interface DiscoveryEnvironment {
  /** The window on which wallets announce themselves and inject `ethereum`; `null` outside a page. */
  readonly window: (EventTarget & { readonly ethereum?: unknown }) | null
  /** Told, once each, what was left out and why. For the developer of the page. */
  readonly warn?: (text: string) => void
}

/** The code of one chain, loaded when an engine starts. */
export interface ChainModule {
  /**
   * Every connector known so far, in the order found; emits again whenever one more is found.
   * The first emission comes at once. Listeners live as long as the stream is run.
   */
  readonly discover: (environment: DiscoveryEnvironment) => Stream.Stream<readonly Connector[]>
  /** What is done with an account arrives once there is one. Dies where its code cannot be loaded. */
  readonly actions: Effect.Effect<ChainActions>
}

/** What a host passes in `chains`: a name, and where its code is. It weighs nothing before it is loaded. */
export interface Chain {
  readonly namespace: Namespace
  readonly load: () => Promise<ChainModule>
  /** What speaks to a wallet of this chain that is elsewhere, behind a session of WalletConnect. */
  readonly sessionConnector?: () => Promise<SessionConnectorFactory>
  /** How its nodes are asked, where they speak no JSON-RPC; no proxy speaks it for them either. */
  readonly makeRpc?: () => Promise<MakeRpc>
}
