import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { type CachedValue, makeKeyedCache, staleTimesMs, toAddressKey } from "../cache/KeyedCache.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { emptyIfUnsupported, type SupportedNetworks } from "../supportedNetworks/SupportedNetworks.ts"
import type { NameRecord } from "./contract.ts"
import type { Names } from "./Names.ts"

/** The names of addresses, cached for five minutes. `address` is plain. */
export interface CachedNames {
  /** Returns the names; empty on a network that is not served. */
  readonly get: (
    network: CaipNetworkId,
    address: string,
  ) => Effect.Effect<CachedValue<readonly NameRecord[], ApiError>, ApiError>
  /** Invalidates the names of an address after a registration. */
  readonly invalidate: (network: CaipNetworkId, address: string) => Effect.Effect<void>
}

/** Creates a cache of the names of addresses. */
export const makeCachedNames = ({
  names,
  gate,
}: {
  readonly names: Pick<Names, "reverse">
  readonly gate: SupportedNetworks
}): Effect.Effect<CachedNames, never, Scope.Scope> =>
  makeKeyedCache({
    staleTimeMs: staleTimesMs.ens,
    capacity: 100,
    key: ({ network, address }: { readonly network: CaipNetworkId; readonly address: string }) =>
      toAddressKey(`${network}:${address}`),
    read: ({ network, address }) => names.reverse({ network, address, sender: address }),
  }).pipe(
    Effect.map(({ get, invalidate }) => ({
      get: (network, address) => emptyIfUnsupported(gate, network, [], get({ network, address })),
      invalidate: (network, address) => invalidate({ network, address }),
    })),
  )
