import type { Effect, SubscriptionRef } from "effect"
import type { WalletEntry } from "../connectors/WalletEntry.ts"

/** Every wallet there is, as far as it has been asked for. */
export interface WalletsState {
  /** What is typed, as it is typed. It is searched for trimmed, from 2 characters, half a second after the last key. */
  readonly query: string
  /** Only those that were certified. */
  readonly certified: boolean
  /** Featured first, then recommended, then the others; installed ones before all. Each once. */
  readonly entries: readonly WalletEntry[]
  /** How many there are in all, as the directory says; at least as many as `entries`. */
  readonly count: number
  /**
   * `loading`: nothing of this query is here yet. `more`: the next page is on its way. `ready`: there is more to ask for.
   * `end`: that was all. `offline`: the directory cannot be reached; what is shown came before, or was bundled. `failed`:
   * nothing is shown. After both, `again` tries again.
   */
  readonly status: "loading" | "more" | "ready" | "end" | "offline" | "failed"
}

/** The list of all wallets. */
export interface Wallets {
  readonly state: SubscriptionRef.SubscriptionRef<WalletsState>
  /** The list is about to be seen: asks for its first page the first time. */
  readonly open: Effect.Effect<void>
  /** The next page, where there is one and none is on its way. */
  readonly more: Effect.Effect<void>
  readonly search: (query: string, certified: boolean) => Effect.Effect<void>
  readonly retry: Effect.Effect<void>
}
