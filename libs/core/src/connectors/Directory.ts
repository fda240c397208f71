import type { DirectoryWallet } from "@wmodal/api"
import type { Effect } from "effect"

/** What the engine asks of the wallet directory. Lists come as they are, or not at all. */
export interface Directory {
  /** By directory id, in no order. */
  readonly byIds: (ids: readonly string[]) => Effect.Effect<readonly DirectoryWallet[]>
  /** The first few for the networks of this page. */
  readonly recommended: (exclude: readonly string[]) => Effect.Effect<readonly DirectoryWallet[]>
  readonly imageUrl: (imageId: string) => string | null
}
