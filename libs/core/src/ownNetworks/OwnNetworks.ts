import type { CaipNetworkId, Network, SubscriptionRef } from "@wmodal/protocol"
import { Data, type Effect } from "effect"
import type { EngineError } from "../problems/EngineError.ts"

/** A network as the user types it. */
export interface NetworkDraft {
  readonly name: string
  /** The address of its node. */
  readonly url: string
  /** Its number, decimal or as 0x-hex. */
  readonly chainId: string
  /** The symbol of its native currency. */
  readonly symbol: string
  /** The address of its explorer; empty without one. */
  readonly explorer: string
}

/** What is wrong with a typed value. */
export type NetworkFault =
  | "missing"
  | "tooLong"
  /** Not an address. */
  | "notUrl"
  /** Neither `https:` nor on the user's own machine, or with a password. */
  | "insecure"
  /** Not the number of a network. */
  | "notNumber"

/** The faults of a draft by field. */
export type NetworkFaults = Readonly<Partial<Record<keyof NetworkDraft, NetworkFault>>>

/** The reason why a network is not added. */
export type OwnNetworkReason =
  | { readonly _tag: "Invalid"; readonly faults: NetworkFaults }
  /** It is in the list, where another node answers for it. */
  | { readonly _tag: "Listed"; readonly network: Network }
  /** It is the only network of its chain, which cannot be removed. */
  | { readonly _tag: "Last"; readonly network: Network }
  /** The page has no chain whose networks have numbers. */
  | { readonly _tag: "NotOffered" }
  /** The node did not respond, or not with what was asked. */
  | { readonly _tag: "NoResponse"; readonly host: string }
  /** The node serves another network. `served`: its number; `null` when it is none. */
  | {
      readonly _tag: "OtherNetwork"
      readonly host: string
      readonly typed: string
      readonly served: string | null
    }

/** A network cannot be added or removed by the user. */
export class OwnNetworkError extends Data.TaggedError("OwnNetworkError")<{
  readonly reason: OwnNetworkReason
}> {}

/** The progress of adding a network, and what prevents its removal. */
export type OwnNetworkState =
  | { readonly _tag: "Editing"; readonly error: OwnNetworkError | null }
  /** The node was asked which network it serves. */
  | { readonly _tag: "Checking"; readonly host: string }

/** The networks that the user adds and removes. Those of the host stay the host's. */
export interface OwnNetworks {
  readonly state: SubscriptionRef.SubscriptionRef<OwnNetworkState>
  /**
   * Asks the node for its number and adds the network, which is then kept for the next visit. Shows the list again.
   * Fails with `Cancelled` when the user leaves the form.
   */
  readonly add: (draft: NetworkDraft) => Effect.Effect<Network, OwnNetworkError | EngineError>
  /**
   * Removes a network that the user has added, then leaves its view. Fails with NetworkNotFound for any other: those of
   * the host are removed by the host.
   */
  readonly remove: (network: CaipNetworkId) => Effect.Effect<void, OwnNetworkError | EngineError>
}
