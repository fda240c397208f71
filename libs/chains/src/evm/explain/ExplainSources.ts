import type { Effect } from "effect"
import type { TokenDescription } from "../../contract/ChainActions.ts"

/** What a descriptor's values are told with. Every text is taken for hostile. */
export interface ExplainSources {
  /** Checksummed address. `null` where no token stands; fails where nobody can say, also of a chain that is not in use. */
  readonly token: (address: string, chainId: bigint) => Effect.Effect<TokenDescription | null, unknown>
  /** A name that can be trusted, by checksummed address. */
  readonly getName: (address: string) => string | null
  /** What is known of a network; `null` of a strange one. */
  readonly network: (chainId: bigint) => KnownNetwork | null
}

interface KnownNetwork {
  readonly name: string
  readonly currency: { readonly symbol: string; readonly decimals: number }
}
