import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Identity } from "../blockchain/contract.ts"
import { addressKey, cacheTimes, makeKeyedCache, type Reading } from "../cache/KeyedCache.ts"
import type { ApiError } from "../contract/ApiError.ts"
import type { GatedBlockchain } from "../gate/GatedBlockchain.ts"

/** Who addresses belong to, as it was known within the last five minutes. */
export interface Identities {
  /** Nobody on a network that is not served. `address` is plain. */
  readonly of: (
    network: CaipNetworkId,
    address: string,
  ) => Effect.Effect<Reading<Identity, ApiError>, ApiError>
}

export const makeIdentities = (
  blockchain: Pick<GatedBlockchain, "identity">,
): Effect.Effect<Identities, never, Scope.Scope> =>
  makeKeyedCache({
    lifetime: cacheTimes.identity,
    capacity: 100,
    key: ({ network, address }: { readonly network: CaipNetworkId; readonly address: string }) =>
      addressKey(`${network}:${address}`),
    read: ({ network, address }) => blockchain.identity(network, { address, sender: address }),
  }).pipe(Effect.map(({ get }) => ({ of: (network, address) => get({ network, address }) })))
