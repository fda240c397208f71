import type { Effect } from "effect"
import type { WalletEntry } from "./WalletEntry.ts"

/** What the engine asks of the wallet directory. Lists come as they are, or not at all. */
export interface Directory {
  /** By directory id, in that order. */
  readonly byIds: (ids: readonly string[]) => Effect.Effect<readonly WalletEntry[]>
  /** The first few for the networks of this page, and how many there are in all; `null` where nobody knows. */
  readonly recommended: (
    exclude: readonly string[],
  ) => Effect.Effect<{ readonly entries: readonly WalletEntry[]; readonly count: number | null }>
}
