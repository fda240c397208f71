import type { SubscriptionRef } from "@wmodal/protocol"
import type { Effect } from "effect"
import type { WalletEntry } from "../connectors/WalletEntry.ts"

/** The list of all wallets, as far as it was requested. */
export interface WalletsState {
  /** The typed text. The search uses it trimmed, from 2 characters, half a second after the last key. */
  readonly query: string
  /** True for certified wallets only. */
  readonly certified: boolean
  /** Installed wallets first, then featured, recommended and other ones, each once. */
  readonly entries: readonly WalletEntry[]
  /** The directory's total count; at least the number of `entries`. */
  readonly count: number
  /**
   * `loading`: no result of this query yet. `more`: the next page is loading. `ready`: more pages exist. `end`: the
   * list is complete. `offline`: the directory is unreachable; the shown entries are older, or bundled.
   * `failed`: no entry is shown. After the last two, `again` tries again.
   */
  readonly status: "loading" | "more" | "ready" | "end" | "offline" | "failed"
}

/** The list of all wallets. */
export interface Wallets {
  readonly state: SubscriptionRef.SubscriptionRef<WalletsState>
  /** Prepares the list for display: requests its first page the first time. */
  readonly open: Effect.Effect<void>
  /** Requests the next page, if there is one and none is pending. */
  readonly more: Effect.Effect<void>
  readonly search: (query: string, certified: boolean) => Effect.Effect<void>
  readonly retry: Effect.Effect<void>
}
