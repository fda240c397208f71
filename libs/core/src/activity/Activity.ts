import type { CaipNetworkId, Decimal, SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { LedgerEntry } from "../ledger/Ledger.ts"
import type { ReadProblem } from "../problems/ReadProblem.ts"

/** A movement of a token. */
export interface Movement {
  /**
   * The displayed text: sign, 3 decimals and symbol, such as `+1.500 ETH` or `<0.001 ETH`; a collectible's name.
   * Sanitized and bounded. For a swap of this engine that the history lacks, the minimum received: `≥ 0.990 ETH`.
   */
  readonly text: string
  /**
   * The exact amount, not negative: in the token's decimals where they are known, else in as many as the history wrote.
   * `null` for a collectible, and for a number that is invalid or overlong.
   */
  readonly amount: Decimal | null
  /** Sanitized and bounded; empty for a collectible. */
  readonly symbol: string
  readonly direction: "in" | "out" | "self"
  /** `https:` or `data:image` only. */
  readonly icon: string | null
  readonly collectible: boolean
  /** True if more may arrive: the final amount is unknown. */
  readonly atLeast?: true
}

/** A transaction of the account. */
export interface ActivityRow {
  /** Stable: the hash, or the ledger's id while there is none. */
  readonly key: string
  readonly network: CaipNetworkId
  readonly hash: string | null
  /** The action that this engine requested; `null` for transactions known only from the history. */
  readonly entry: LedgerEntry | null
  readonly status: "pending" | "confirmed" | "failed"
  /** The type in the history's terms: send, receive, trade, approve, mint, burn, deposit, withdraw, ... */
  readonly operation: string
  /** UTC milliseconds. */
  readonly at: number
  /** Plain address of the counterparty; `null` without one. */
  readonly counterparty: string | null
  readonly movements: readonly Movement[]
  readonly explorerUrl: string | null
}

/** Rows of one calendar month in the user's time zone, newest first. */
export interface ActivityMonth {
  readonly year: number
  /** 0 to 11. */
  readonly month: number
  readonly rows: readonly ActivityRow[]
}

/** The transactions of the active account. */
export type ActivityState =
  | { readonly _tag: "Disconnected" }
  | { readonly _tag: "Loading" }
  | {
      readonly _tag: "Loaded"
      /** Requested and not settled, newest first, 99 at most. */
      readonly pending: readonly ActivityRow[]
      readonly months: readonly ActivityMonth[]
      /**
       * The availability and loading state of further pages. `failed` also after many pages without rows, so that
       * automatic paging stops: the next request continues from there.
       */
      readonly more: "none" | "ready" | "loading" | "failed"
      /** Why the last page could not be read. */
      readonly problem?: ReadProblem
      /** True if no server or node lists the transactions of this network: the rows are those of the ledger alone. */
      readonly unsupported?: true
    }
  /** 'Failed to fetch transactions'. The rows from the ledger are still here. */
  | { readonly _tag: "Failed"; readonly problem: ReadProblem; readonly pending: readonly ActivityRow[] }

/** The account's history on the shown network, merged with the ledger. Spam and other chains are left out. */
export interface Activity {
  readonly state: SubscriptionRef.SubscriptionRef<ActivityState>
  /** Reads the first page, unless it is loaded. */
  readonly load: Effect.Effect<void>
  /** Reads the next page. */
  readonly more: Effect.Effect<void>
  /** Reads again from the first page. */
  readonly retry: Effect.Effect<void>
}
