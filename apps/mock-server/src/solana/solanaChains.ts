import type { Network } from "@wmodal/protocol"
import { solanaNetworks } from "@wmodal/protocol/networks"
import type { IdleProcess } from "../evm/RunningChains.ts"
import { RequestError } from "../http/RequestError.ts"
import { perWorld } from "../world/perWorld.ts"
import type { World } from "../world/World.ts"
import type { SolanaChain } from "./chain/SolanaChain.ts"
import { LitesvmNotLoaded, loadLitesvm } from "./loadLitesvm.ts"

/** Genesis hashes. Each begins with the reference of its network's CAIP-2 id. */
const genesisHashes = [
  "5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d",
  "EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG",
  "4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY",
]

const getGenesisHash = ({ id }: Network): string =>
  genesisHashes.find((hash) => hash.startsWith(String(id))) ?? String(id)

/** The networks that have chains, by CAIP-2 id. */
export const servedSolanaNetworks: ReadonlyMap<string, Network> = new Map(
  solanaNetworks.map((network) => [network.caipNetworkId, network]),
)

/** Lamports: 10 SOL. */
const endowmentLamports = 10_000_000_000n

interface UsedSolanaChain extends IdleProcess {
  readonly chain: SolanaChain
  /** Set when it counts among the server's running chains. */
  isRunning: boolean
  /** The number of the world's endowed accounts that are funded on this chain. */
  given: number
  /** Slots of manual clock moves that the chain has applied. */
  passed: number
}

const getUsedChains = perWorld(() => new Map<string, UsedSolanaChain>())

/** Loads the engine on the first call: it takes a quarter of the server's start, and some platforms have no build. */
const loadEngine = async () => {
  try {
    await loadLitesvm()
  } catch (error) {
    if (!(error instanceof LitesvmNotLoaded)) throw error
    throw new RequestError({ status: 503, field: "chainId", description: error.message })
  }
  return import("./chain/SolanaChain.ts")
}

/**
 * Returns the chain of a network in a world, created on first use (about 10 ms, 8 MB) and removed with the world. It
 * rests when it is unused, as EVM chains do.
 * @throws Failed when there is no engine for this machine.
 */
export const getSolanaChain = async (world: World, network: Network): Promise<SolanaChain> => {
  const { makeSolanaChain, slotTimeMs } = await loadEngine()
  const chains = getUsedChains(world)
  const { caipNetworkId } = network
  const used =
    chains.get(caipNetworkId) ??
    makeUsedChain(
      world,
      makeSolanaChain({
        network,
        genesisHash: getGenesisHash(network),
        now: world.now,
        onTip: (blockhash) => world.tip(caipNetworkId, blockhash),
      }),
    )
  chains.set(caipNetworkId, used)
  if (used.isRunning) world.running.used(used)
  else if (!world.ended.aborted) {
    used.isRunning = true
    await world.running.started(used)
  }
  world.use(caipNetworkId)
  // The second of each request makes no slots: a polling client must not expire its own transaction.
  const passed = Math.floor(world.advanced() / slotTimeMs)
  if (passed > used.passed) used.chain.advance(passed - used.passed)
  used.passed = passed
  if (used.given < world.endowed("solana").length) await fundAccounts(world, used)
  return used.chain
}

const fundAccounts = async (world: World, used: UsedSolanaChain) => {
  const { makeAirdropTransaction } = await import("./chain/faucet.ts")
  for (const address of world.endowed("solana").slice(used.given)) {
    used.given += 1
    used.chain.submit(makeAirdropTransaction(address, endowmentLamports, used.chain.head().blockhash))
  }
}

const makeUsedChain = (world: World, chain: SolanaChain): UsedSolanaChain => {
  const used: UsedSolanaChain = {
    chain,
    isRunning: false,
    given: 0,
    passed: 0,
    rest: async () => {
      chain.rest()
      used.isRunning = false
      world.running.ended(used)
    },
  }
  world.ended.addEventListener("abort", () => void used.rest())
  return used
}

/** Returns the networks that the world has used. */
export const getUsedSolanaNetworks = (world: World): readonly Network[] =>
  [...getUsedChains(world).values()].map(({ chain }) => chain.network)
