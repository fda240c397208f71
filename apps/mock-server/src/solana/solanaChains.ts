import type { Network } from "@wmodal/protocol"
import { solanaNetworks } from "@wmodal/protocol/networks"
import type { World } from "../world/World.ts"
import { perWorld } from "../world/perWorld.ts"
import { makeSolanaChain, type SolanaChain } from "./chain/SolanaChain.ts"

/** By the reference of the CAIP-2 id, which is how each begins. */
const genesisHashes = [
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
  "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY",
]

/** The networks that there are chains for, by CAIP-2 id. */
export const servedSolanaNetworks: ReadonlyMap<string, Network> = new Map(
  solanaNetworks.map((network) => [network.caipNetworkId, network]),
)

const chainsOf = perWorld(() => new Map<string, SolanaChain>())

/** The chain of a network in a world, made when it is first asked for (about 10 ms, 8 MB), and gone with the world. */
export const solanaChain = (world: World, network: Network): SolanaChain => {
  const chains = chainsOf(world)
  const known = chains.get(network.caipNetworkId)
  if (known !== undefined) return known
  const chain = makeSolanaChain({
    network,
    genesisHash: genesisHashes.find((hash) => hash.startsWith(String(network.id))) ?? String(network.id),
    onTip: (blockhash) => world.tip(network.caipNetworkId, blockhash),
  })
  chains.set(network.caipNetworkId, chain)
  return chain
}

/** Those that were asked for. */
export const usedSolanaNetworks = (world: World): readonly Network[] =>
  [...chainsOf(world).values()].map(({ network }) => network)
