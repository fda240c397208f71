import type { CaipNetworkId } from "@wmodal/protocol"
import type { Effect, SubscriptionRef } from "effect"
import type { FlowProblem } from "../flows/FlowProblem.ts"

/** A collectible that the chain confirms is the account's. */
export interface Collectible {
  readonly network: CaipNetworkId
  /** Plain. */
  readonly contract: string
  /** Decimal; empty where the contract is of this one alone, as on Solana. */
  readonly tokenId: string
  /** Stripped and bounded. */
  readonly name: string
  /** `https:` or `data:image` only. */
  readonly image: string | null
}

export type CollectiblesState =
  | { readonly _tag: "Disconnected" }
  | { readonly _tag: "Loading" }
  | {
      readonly _tag: "Loaded"
      readonly collectibles: readonly Collectible[]
      readonly more: boolean
      /** Why the last look further back failed: `more` tries again. */
      readonly problem?: FlowProblem
    }
  | { readonly _tag: "Failed"; readonly problem: FlowProblem }

/** Found in the account's history, confirmed on the chain; what is flagged as spam is left out. */
export interface Collectibles {
  readonly state: SubscriptionRef.SubscriptionRef<CollectiblesState>
  /** Reads the first ones, unless they are there. */
  readonly load: Effect.Effect<void>
  /** Looks further back. */
  readonly more: Effect.Effect<void>
  readonly retry: Effect.Effect<void>
}
