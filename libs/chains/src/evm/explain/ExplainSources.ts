import type { Effect } from "effect"
import type { TokenDescription } from "../../contract/ChainActions.ts"

/** The sources for formatting a descriptor's values. Every text is treated as hostile. */
export interface ExplainSources {
  /**
   * Fetches the token at a checksummed address. `null` if there is none; fails if no source knows, also for a chain
   * that is not in use.
   */
  readonly token: (address: string, chainId: bigint) => Effect.Effect<TokenDescription | null, unknown>
  /** Returns the trusted name of a checksummed address. */
  readonly getName: (address: string) => string | null
  /** Returns a known network; `null` for an unknown one. */
  readonly network: (chainId: bigint) => KnownNetwork | null
}

interface KnownNetwork {
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
}
