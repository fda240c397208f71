import type { CaipNetworkId } from "@wmodal/protocol"
import type { Effect, SubscriptionRef } from "effect"
import type { FlowProblem } from "../flows/FlowProblem.ts"
import type { LedgerEntry } from "../ledger/Ledger.ts"

/** One thing that moved. */
export interface Movement {
  /**
   * As shown: sign, 3 decimals and symbol, such as `+1.500 ETH`; a collectible's name. Stripped and bounded. What a
   * swap of this engine's brings, as long as the history does not have it: `≥ 0.990 ETH`.
   */
  readonly text: string
  readonly direction: "in" | "out" | "self"
  /** `https:` or `data:image` only. */
  readonly icon: string | null
  readonly collectible: boolean
  /** More may come: nobody has told yet how much it was. */
  readonly atLeast?: true
}

/** One transaction of the account. */
export interface ActivityRow {
  /** Stable: the hash, or the ledger's id while there is none. */
  readonly key: string
  readonly network: CaipNetworkId
  readonly hash: string | null
  /** What this engine itself asked for; `null` for what only the history knows. */
  readonly entry: LedgerEntry | null
  readonly status: "pending" | "confirmed" | "failed"
  /** As the history names it: send, receive, trade, approve, mint, burn, deposit, withdraw, ... */
  readonly operation: string
  /** UTC milliseconds. */
  readonly at: number
  /** Plain address of whoever is on the other side; `null` where nobody is. */
  readonly counterparty: string | null
  readonly movements: readonly Movement[]
  readonly explorerUrl: string | null
}

/** Rows of one calendar month in the person's time zone, newest first. */
export interface ActivityMonth {
  readonly year: number
  /** 0 to 11. */
  readonly month: number
  readonly rows: readonly ActivityRow[]
}

export type ActivityState =
  | { readonly _tag: "Disconnected" }
  | { readonly _tag: "Loading" }
  | {
      readonly _tag: "Loaded"
      /** Asked for and not settled, newest first, 99 at most. */
      readonly pending: readonly ActivityRow[]
      readonly months: readonly ActivityMonth[]
      /**
       * Whether there is more, and how its loading goes. `failed` also after many pages with nothing to show, so that
       * whoever pages on by itself stops: asked again, it goes on from there.
       */
      readonly more: "none" | "ready" | "loading" | "failed"
    }
  /** 'Failed to fetch transactions'. What the ledger knows is still here. */
  | { readonly _tag: "Failed"; readonly problem: FlowProblem; readonly pending: readonly ActivityRow[] }

/** The account's history on the network shown, with what the ledger knows. Spam and other chains are left out. */
export interface Activity {
  readonly state: SubscriptionRef.SubscriptionRef<ActivityState>
  /** Reads the first page, unless it is there. */
  readonly load: Effect.Effect<void>
  /** The next page. */
  readonly more: Effect.Effect<void>
  /** Reads anew from the first page. */
  readonly retry: Effect.Effect<void>
}
