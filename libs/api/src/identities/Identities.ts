import type { CaipNetworkId, Network } from "@wmodal/protocol"
import { Effect, type Scope } from "effect"
import type { Identity } from "../blockchain/contract.ts"
import { type CachedValue, makeKeyedCache, staleTimesMs, toAddressKey } from "../cache/KeyedCache.ts"
import type { ApiError } from "../contract/ApiError.ts"
import { noIdentity, type RestrictedBlockchain } from "../supportedNetworks/RestrictedBlockchain.ts"
import { emptyIfUnsupported, type SupportedNetworks } from "../supportedNetworks/SupportedNetworks.ts"

/** The identities of addresses, cached for five minutes. */
export interface Identities {
  /** Returns the identity; empty on a network that is not served. `address` is plain. */
  readonly get: (
    network: CaipNetworkId,
    address: string,
  ) => Effect.Effect<CachedValue<Identity, ApiError>, ApiError>
  /** Invalidates the identity of an address after a name was registered. */
  readonly invalidate: (network: CaipNetworkId, address: string) => Effect.Effect<void>
}

/** Reports that accounts of a network can have names and avatars. Source: the AppKit 1.7.2 wire. */
export const hasIdentities = ({
  chainNamespace,
  testnet,
}: Pick<Network, "chainNamespace" | "testnet">): boolean => chainNamespace === "eip155" && testnet !== true

/** Creates a cache of names and avatars. Unsupported networks have none. */
export const makeIdentities = ({
  blockchain,
  gate,
}: {
  readonly blockchain: Pick<RestrictedBlockchain, "identity">
  readonly gate: SupportedNetworks
}): Effect.Effect<Identities, never, Scope.Scope> =>
  makeKeyedCache({
    staleTimeMs: staleTimesMs.identity,
    capacity: 100,
    key: ({ network, address }: { readonly network: CaipNetworkId; readonly address: string }) =>
      toAddressKey(`${network}:${address}`),
    read: ({ network, address }) => blockchain.identity(network, { address, sender: address }),
  }).pipe(
    Effect.map(({ get, invalidate }) => ({
      get: (network, address) => emptyIfUnsupported(gate, network, noIdentity, get({ network, address })),
      invalidate: (network, address) => invalidate({ network, address }),
    })),
  )
