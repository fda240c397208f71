import type { Effect } from "effect"
import type { WalletCount } from "./Connectors.ts"
import type { RowFacts } from "./walletRows.ts"

/** The wallets of the directory for the rows. A list is complete, or empty also if it could not be read. */
export interface DirectoryWallets extends Pick<RowFacts, "featured" | "recommended" | "used" | "excluded"> {
  /** `failed` when one of the lists could not be read; `null` before. */
  readonly count: WalletCount | "failed" | null
}

export const noDirectoryWallets: DirectoryWallets = {
  featured: [],
  recommended: [],
  used: [],
  excluded: [],
  count: null,
}

/** Requests the wallets from the directory. @param recentIds the ids of recent wallets, newest first */
export type FetchDirectoryWallets = (recentIds: readonly string[]) => Effect.Effect<DirectoryWallets>
