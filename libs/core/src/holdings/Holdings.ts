import type { Decimal, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { Token } from "../networks/Token.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"
import type { AmbiguousToken } from "./AmbiguousToken.ts"

/** The account's balance of a token. */
export interface Holding {
  readonly token: Token
  /** Base units. */
  readonly balance: bigint
  /** Fiat (USD) for one, for display only; `null` if unknown, and on test networks. */
  readonly price: Decimal | null
  /** The fiat value (USD) of the whole balance, for display only. */
  readonly value: Decimal | null
}

/** The account's holdings on the shown network. */
export type HoldingsState =
  | { readonly _tag: "Disconnected" }
  | { readonly _tag: "Loading" }
  | {
      readonly _tag: "Held"
      /** The native currency first, then by value. Tokens without decimals are left out. */
      readonly holdings: readonly [Holding, ...Holding[]]
      /** Fiat (USD), 0 on test networks; `null` where no price is known. */
      readonly total: Decimal | null
      /** True if a part could not be refreshed and may be out of date. */
      readonly stale: boolean
      /** UTC milliseconds before which stale tokens are not requested again. */
      readonly retryAt: number
      /**
       * The source: the wallet itself (EIP-7811), the blockchain endpoint, or the chain, for its native currency only.
       */
      readonly source: "wallet" | "api" | "chain"
      /** True if nothing lists the tokens of this network: there may be more than its native currency. */
      readonly unsupported?: true
    }
  /** 'Token Balance Unavailable'. The native balance from the chain is here if it could be read. */
  | {
      readonly _tag: "Unavailable"
      readonly problem: ReadProblem
      readonly holdings: readonly Holding[]
      /** UTC milliseconds before which no request is sent again. */
      readonly retryAt: number
    }

/** The tokens of the active account. */
export interface Holdings {
  readonly state: SubscriptionRef.SubscriptionRef<HoldingsState>
  /** Refreshes data that is older than 30 s; no effect for 30 s after a failure. */
  readonly refresh: Effect.Effect<void>
  /** Refreshes at once, and these tokens (plain addresses) on the server too: for use after a transaction. */
  readonly refetch: (tokens: readonly (string | null)[]) => Effect.Effect<void>
  /**
   * Finds a token by its symbol (any case) among the holdings, or by its contract's address on the chain. `null` if
   * there is none; `AmbiguousToken` if several have that symbol. The native currency's symbol is reserved.
   */
  readonly find: (text: string) => Effect.Effect<Holding | null, ReadProblem | AmbiguousToken>
}
