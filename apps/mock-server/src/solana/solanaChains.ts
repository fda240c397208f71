import type { Network } from "@wmodal/protocol"
import { solanaNetworks } from "@wmodal/protocol/networks"
import { genesisTimestamp } from "../evm/genesis.ts"
import { perWorld } from "../world/perWorld.ts"
import type { World } from "../world/World.ts"
import { makeSolanaChain, type SolanaChain, slotTime } from "./chain/SolanaChain.ts"

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

interface Used {
  readonly chain: SolanaChain
  /** Slots for which the world's clock had been moved by hand, as far as the chain knows. */
  passed: number
}

const chainsOf = perWorld(() => new Map<string, Used>())

/** Each request is a second, but makes no slot: a client that polls does not make its own transaction too old. */
const passedSlots = (world: World): number =>
  Math.floor((world.now() - (genesisTimestamp + world.requests()) * 1000) / slotTime)

/** The chain of a network in a world, made when it is first asked for (about 10 ms, 8 MB), and gone with the world. */
export const solanaChain = (world: World, network: Network): SolanaChain => {
  const chains = chainsOf(world)
  const passed = passedSlots(world)
  const used = chains.get(network.caipNetworkId) ?? { chain: makeChain(world, network), passed: 0 }
  chains.set(network.caipNetworkId, used)
  if (passed > used.passed) used.chain.advance(passed - used.passed)
  used.passed = passed
  return used.chain
}

const makeChain = (world: World, network: Network): SolanaChain =>
  makeSolanaChain({
    network,
    genesisHash: genesisHashes.find((hash) => hash.startsWith(String(network.id))) ?? String(network.id),
    now: world.now,
    onTip: (blockhash) => world.tip(network.caipNetworkId, blockhash),
  })

/** Those that were asked for. */
export const usedSolanaNetworks = (world: World): readonly Network[] =>
  [...chainsOf(world).values()].map(({ chain }) => chain.network)
