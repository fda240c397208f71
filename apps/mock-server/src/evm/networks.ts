import type { Network } from "@wmodal/protocol"
import { evmNetworks } from "@wmodal/protocol/networks"

/** CAIP-2 id to network, for every network with a chain. */
export const servedEvmNetworks: ReadonlyMap<string, Network> = new Map(
  evmNetworks.map((network) => [network.caipNetworkId, network]),
)
