import type { CaipNetworkId, Decimal } from "@wmodal/protocol"
import type { Effect, SubscriptionRef } from "effect"
import type { FlowProblem } from "../flows/FlowProblem.ts"

/** Something that can be held and sent. */
export interface Token {
  readonly network: CaipNetworkId
  /** Plain address of its contract; `null` for the network's own currency. */
  readonly address: string | null
  /** Stripped and bounded: anybody may name a token anything. */
  readonly name: string
  readonly symbol: string
  readonly decimals: number
  /** `https:` or `data:image` only. */
  readonly icon: string | null
}

/** How much of a token the account has. */
export interface Holding {
  readonly token: Token
  /** Base units. */
  readonly balance: bigint
  /** Fiat (USD) for one, for display only; `null` where nobody knows, and on test networks. */
  readonly price: Decimal | null
  /** Fiat (USD) for all of it, for display only. */
  readonly value: Decimal | null
}

/** What the account holds on the network shown. */
export type HoldingsState =
  | { readonly _tag: "Disconnected" }
  | { readonly _tag: "Loading" }
  | {
      readonly _tag: "Held"
      /** The network's own currency first, then what is worth most. Tokens without decimals are left out. */
      readonly holdings: readonly [Holding, ...Holding[]]
      /** Fiat (USD), 0 on test networks; `null` where no price is known. */
      readonly total: Decimal | null
      /** Some of it could not be read again and may be out of date. */
      readonly stale: boolean
      /** UTC milliseconds before which tokens that are out of date are not asked for again. */
      readonly retryAt: number
      /** Who said so: the wallet itself (EIP-7811), the blockchain endpoint, or the chain, for its own currency alone. */
      readonly source: "wallet" | "api" | "chain"
    }
  /** 'Token Balance Unavailable'. What the chain says of its own currency is here where it could be read. */
  | {
      readonly _tag: "Unavailable"
      readonly problem: FlowProblem
      readonly holdings: readonly Holding[]
      /** UTC milliseconds before which nothing is asked again. */
      readonly retryAt: number
    }

export interface Holdings {
  readonly state: SubscriptionRef.SubscriptionRef<HoldingsState>
  /** Reads again what is older than 30 s; nothing for 30 s after a failure. */
  readonly refresh: Effect.Effect<void>
  /** Reads anew at once, these tokens (plain addresses) by the server too: for after a transaction. */
  readonly refetch: (tokens: readonly (string | null)[]) => Effect.Effect<void>
  /**
   * Finds a token by its symbol (any case) among what is held, or by its contract's address on the chain. `null` where
   * there is none; `AmbiguousToken` where several have that symbol. The symbol of the network's own currency is its alone.
   */
  readonly find: (text: string) => Effect.Effect<Holding | null, FlowProblem>
}
