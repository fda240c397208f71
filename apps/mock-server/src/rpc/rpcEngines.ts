import type { Namespace, Network } from "@wmodal/protocol"
import { bitcoinRpc } from "../bitcoin/rpc/bitcoinRpc.ts"
import { servedNetworks } from "../evm/networks.ts"
import { networkOf } from "../http/networkOf.ts"
import { solanaEngine } from "../solana/solanaEngine.ts"
import { isPublicMethod } from "./publicMethods.ts"
import type { RpcEngine } from "./RpcEngine.ts"

const eip155: RpcEngine = {
  networks: servedNetworks,
  isPublic: isPublicMethod,
  answer: async (world, network, batch) => {
    const replies = await (await world.chain(network)).send(batch)
    return Array.isArray(replies) ? replies : []
  },
}

/** The namespaces whose nodes are here, each by its engine. */
const rpcEngines: Readonly<Partial<Record<Namespace, RpcEngine>>> = {
  eip155,
  bip122: bitcoinRpc,
  solana: solanaEngine,
}

/** A node that a call is meant for. */
export interface RpcNode {
  readonly engine: RpcEngine
  readonly network: Network
}

/**
 * The node of the network that `chainId` names, by CAIP-2.
 * @throws Failed when there is none.
 */
export const rpcNode = (chainId = ""): RpcNode => {
  const engine = Object.values(rpcEngines).find(({ networks }) => networks.has(chainId)) ?? eip155
  return { engine, network: networkOf(chainId, engine.networks) }
}
