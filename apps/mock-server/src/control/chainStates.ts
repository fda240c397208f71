import type { Network } from "@wmodal/protocol"
import { bitcoinNetworks } from "../bitcoin/bitcoinNetworks.ts"
import { fetchChainState } from "../evm/chainState.ts"
import { parseRpcNode } from "../rpc/rpcEngines.ts"
import type { World } from "../world/World.ts"
import type { ChainState } from "./ChainState.ts"

/**
 * Returns the accounts of each used chain by chain ID, or of the named one.
 * @throws Failed when there is no chain of that name
 */
export const fetchChainStates = async (world: World, chainId?: string): Promise<readonly ChainState[]> => {
  const ids = chainId === undefined ? (await world.chains()).map((used) => used.chainId) : [chainId]
  const networks = ids.map((id) => parseRpcNode(id).network).toSorted(compareNetworks)
  const states: ChainState[] = []
  for (const network of networks) states.push(await fetchState(world, network))
  return states
}

/** Sorts numeric IDs first. */
const compareNetworks = ({ id: one }: Network, { id: other }: Network) =>
  typeof one === "number" && typeof other === "number"
    ? one - other
    : `${typeof one}${one}`.localeCompare(`${typeof other}${other}`, "en")

/** Fetches the state of a chain. Large engines are loaded with their first chain. */
const fetchState = async (world: World, network: Network): Promise<ChainState> => {
  const bitcoin = bitcoinNetworks.get(network.caipNetworkId)
  if (bitcoin !== undefined) return (await import("../bitcoin/chainState.ts")).getBitcoinState(world, bitcoin)
  if (network.chainNamespace === "solana")
    return (await import("../solana/chainState.ts")).getSolanaState(world, network)
  return fetchChainState(world, network)
}
