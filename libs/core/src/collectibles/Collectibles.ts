import type { CaipNetworkId, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { ReadProblem } from "../problems/ReadProblem.ts"

/** A collectible whose ownership the chain confirms. */
export interface Collectible {
  readonly network: CaipNetworkId
  /** Plain. */
  readonly contract: string
  /** Decimal; empty if the contract has only this one, as on Solana. */
  readonly tokenId: string
  /** Stripped and bounded. */
  readonly name: string
  /** The data of a picture, or its address on a host of the option `imageHosts`. */
  readonly image: string | null
  /** The `https:` address of a picture on another host, which is asked for it only when the user says so. */
  readonly unnamedImage: string | null
}

/** The NFTs of the active account. */
export type CollectiblesState =
  | { readonly _tag: "Disconnected" }
  | { readonly _tag: "Loading" }
  | {
      readonly _tag: "Loaded"
      readonly collectibles: readonly Collectible[]
      readonly more: boolean
      /** True if no server or node lists the transactions of this network: nothing could be found. */
      readonly unsupported?: true
      /** The error of the last search further back: `more` retries. */
      readonly problem?: ReadProblem
    }
  | { readonly _tag: "Failed"; readonly problem: ReadProblem }
  /** The chain cannot distinguish collectibles from money: none are read. */
  | { readonly _tag: "Hidden" }

/** The collectibles from the account's history, confirmed on the chain, without flagged spam. */
export interface Collectibles {
  readonly state: SubscriptionRef.SubscriptionRef<CollectiblesState>
  /** Reads the first ones, unless they are loaded. */
  readonly load: Effect.Effect<void>
  /** Searches further back. */
  readonly more: Effect.Effect<void>
  readonly retry: Effect.Effect<void>
}
