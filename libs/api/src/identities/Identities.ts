import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Identity } from "../blockchain/contract.ts"
import { addressKey, cacheTimes, makeKeyedCache, type Reading } from "../cache/KeyedCache.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { type ChainGate, orNothing } from "../gate/ChainGate.ts"
import { type GatedBlockchain, noIdentity } from "../gate/GatedBlockchain.ts"

/** Who addresses belong to, as it was known within the last five minutes. */
export interface Identities {
  /** Nobody on a network that is not served. `address` is plain. */
  readonly of: (
    network: CaipNetworkId,
    address: string,
  ) => Effect.Effect<Reading<Identity, ApiError>, ApiError>
}

export const makeIdentities = ({
  blockchain,
  gate,
}: {
  readonly blockchain: Pick<GatedBlockchain, "identity">
  readonly gate: ChainGate
}): Effect.Effect<Identities, never, Scope.Scope> =>
  makeKeyedCache({
    lifetime: cacheTimes.identity,
    capacity: 100,
    key: ({ network, address }: { readonly network: CaipNetworkId; readonly address: string }) =>
      addressKey(`${network}:${address}`),
    read: ({ network, address }) => blockchain.identity(network, { address, sender: address }),
  }).pipe(
    Effect.map(({ get }) => ({
      of: (network, address) => orNothing(gate, network, noIdentity, get({ network, address })),
    })),
  )
