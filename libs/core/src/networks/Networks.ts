import type { CaipNetworkId, Namespace, Network } from "@wmodal/protocol"
import type { Effect, SubscriptionRef } from "effect"
import type { Problem } from "../problems/Problem.ts"

/** A switch under way. */
export type SwitchState =
  | { readonly _tag: "Idle" }
  /** `slow` after 60 s without an answer. */
  | { readonly _tag: "Switching"; readonly network: Network; readonly slow: boolean }
  | { readonly _tag: "Failed"; readonly network: Network; readonly problem: Problem }

/** The network that a face shows. `known` is false for 'Unknown Network': the wallet is on one that is not configured. */
export interface DisplayedNetwork {
  readonly network: Network
  readonly known: boolean
}

/** The configured networks and the active one. */
export interface Networks {
  readonly configured: readonly Network[]
  /** What the app has selected: stored, else `defaultNetwork`, else the first. */
  readonly selected: SubscriptionRef.SubscriptionRef<Network>
  /** What to show: the wallet's own network where it is not configured, else the selected one. */
  readonly shown: SubscriptionRef.SubscriptionRef<DisplayedNetwork>
  readonly switching: SubscriptionRef.SubscriptionRef<SwitchState>
  /**
   * Selects; asks the wallet too where one is connected, and waits for it. Then goes back to where the choosing began.
   * Fails with NetworkNotFound for one not configured, and raises that alert; and with NotConnected, selecting nothing,
   * where the chain of that network has no wallet while another has.
   */
  readonly switchTo: (network: CaipNetworkId) => Effect.Effect<void, Problem>
  /**
   * What a row does when picked: nothing for the same network, else starts the switch, and shows SwitchNetwork where the
   * wallet has to answer. Where the chain has no wallet while another has: SwitchActiveChain.
   */
  readonly pick: (network: CaipNetworkId) => Effect.Effect<void>
  /** Leaving SwitchNetwork does this. */
  readonly cancel: Effect.Effect<void>
  /** Where the network's picture is: its own, else the directory's. `null` where there is none, and never a failure. */
  readonly imageUrl: (network: Network) => Effect.Effect<string | null>
  readonly ofNamespace: (namespace: Namespace) => readonly Network[]
}
