import type { Effect } from "effect"
import type { WalletEntry } from "./WalletEntry.ts"

/** The wallet directory as the engine uses it. A list is complete or the read fails. */
export interface Directory {
  /** Returns the wallets of these directory ids, in that order. */
  readonly byIds: (ids: readonly string[]) => Effect.Effect<readonly WalletEntry[]>
  /** The first few wallets for the configured networks, and the total count; `null` when it is unknown. */
  readonly recommended: (
    exclude: readonly string[],
  ) => Effect.Effect<{ readonly entries: readonly WalletEntry[]; readonly count: number | null }>
}
