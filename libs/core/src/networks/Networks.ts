import type { CaipNetworkId, Namespace, Network, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"
import type { Problem } from "../problems/Problem.ts"

/** A pending switch. */
export type SwitchState =
  | { readonly _tag: "Idle" }
  /** `slow` after 60 s without a response. */
  | { readonly _tag: "Switching"; readonly network: Network; readonly slow: boolean }
  | { readonly _tag: "Failed"; readonly network: Network; readonly problem: Problem }

/**
 * The network that the UI shows. `known` is false for 'Unknown Network': the wallet is on one that is not
 * configured.
 */
export interface DisplayedNetwork {
  readonly network: Network
  readonly known: boolean
}

/** The configured networks and the active one. */
export interface Networks {
  /** The networks of now; `all` tells when they change. */
  readonly configured: readonly Network[]
  /** The host's networks: those of its options, and those added since, also by the user. */
  readonly all: SubscriptionRef.SubscriptionRef<readonly Network[]>
  /**
   * Adds a network, or replaces the one with its id. Decodes it: fails with OptionsError for another shape, and with
   * AdapterNotFound when no chain and no relay reaches wallets of its namespace. `byUser`: the user has added it, so
   * that it is kept for the next visit, and does not replace a network of the host.
   */
  readonly add: (network: Network, byUser?: boolean) => Effect.Effect<void, Problem>
  /**
   * Removes a network; a selected one is replaced by another of its namespace. Fails with NetworkNotFound for an
   * unknown id, and with LastNetwork for the only one of a namespace.
   */
  readonly remove: (network: CaipNetworkId) => Effect.Effect<void, EngineError>
  /** The selected network: the stored one, else `defaultNetwork`, else the first. */
  readonly selected: SubscriptionRef.SubscriptionRef<Network>
  /** The network to show: the wallet's own when it is not configured, else the selected one. */
  readonly shown: SubscriptionRef.SubscriptionRef<DisplayedNetwork>
  readonly switching: SubscriptionRef.SubscriptionRef<SwitchState>
  /**
   * Selects the network; a connected wallet is switched first. Then returns to the view in which the choice began.
   * Fails with NetworkNotFound for an unconfigured network, and raises that alert; fails with NotConnected, without
   * a selection, when the network's chain has no wallet while another has.
   */
  readonly switchTo: (network: CaipNetworkId) => Effect.Effect<void, Problem>
  /**
   * Picks a row: no effect for the same network, else starts the switch, and shows SwitchNetwork when the wallet has
   * to approve. Shows SwitchActiveChain when the chain has no wallet while another has.
   */
  readonly pick: (network: CaipNetworkId) => Effect.Effect<void>
  /** Cancels the switch; leaving SwitchNetwork calls this. */
  readonly cancel: Effect.Effect<void>
  /** Returns the address of the network's image: its own, else the directory's. `null` without one; never fails. */
  readonly imageUrl: (network: Network) => Effect.Effect<string | null>
  readonly ofNamespace: (namespace: Namespace) => readonly Network[]
}
