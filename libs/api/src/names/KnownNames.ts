import type { CaipNetworkId } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import { addressKey, cacheTimes, makeKeyedCache, type Reading } from "../cache/KeyedCache.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { type ChainGate, orNothing } from "../gate/ChainGate.ts"
import type { NameRecord } from "./contract.ts"
import type { Names } from "./Names.ts"

/** The names of addresses, as they were known within the last five minutes. `address` is plain. */
export interface KnownNames {
  /** None on a network that is not served. */
  readonly of: (
    network: CaipNetworkId,
    address: string,
  ) => Effect.Effect<Reading<readonly NameRecord[], ApiError>, ApiError>
  /** For after a name was registered. */
  readonly forget: (network: CaipNetworkId, address: string) => Effect.Effect<void>
}

export const makeKnownNames = ({
  names,
  gate,
}: {
  readonly names: Pick<Names, "reverse">
  readonly gate: ChainGate
}): Effect.Effect<KnownNames, never, Scope.Scope> =>
  makeKeyedCache({
    lifetime: cacheTimes.ens,
    capacity: 100,
    key: ({ network, address }: { readonly network: CaipNetworkId; readonly address: string }) =>
      addressKey(`${network}:${address}`),
    read: ({ network, address }) => names.reverse({ network, address, sender: address }),
  }).pipe(
    Effect.map(({ get, drop }) => ({
      of: (network, address) => orNothing(gate, network, [], get({ network, address })),
      forget: (network, address) => drop({ network, address }),
    })),
  )
