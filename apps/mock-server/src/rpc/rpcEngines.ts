import type { Namespace, Network } from "@wmodal/protocol"
import { bitcoinRpc } from "../bitcoin/rpc/bitcoinRpc.ts"
import { getNode, getRollup } from "../evm/ChainTraits.ts"
import { isOlder } from "../evm/dataGas/dataFee.ts"
import { servedEvmNetworks } from "../evm/networks.ts"
import { answerAsNode } from "../evm/node/answerAsNode.ts"
import { plainNode } from "../evm/node/NodeTraits.ts"
import { sendToRollup } from "../evm/rollupNode.ts"
import { parseNetwork } from "../http/parseNetwork.ts"
import { RequestError } from "../http/RequestError.ts"
import { solanaEngine } from "../solana/solanaEngine.ts"
import { perWorld } from "../world/perWorld.ts"
import type { JsonRpcCall } from "./JsonRpc.ts"
import type { RpcEngine } from "./RpcEngine.ts"

/**
 * Returns whether a public node serves the method. It reads and broadcasts, and holds no keys: anvil's own methods
 * (`anvil_`, `evm_`, `hardhat_`, ...) and its unlocked accounts are for the control API. `eth_sendRawTransactionSync`
 * waits for a block that is made only after it.
 */
const isPublicMethod = (method: string): boolean =>
  /^(?:eth|net|web3|debug|trace|txpool)_/.test(method) &&
  !/^eth_(?:accounts$|requestAccounts$|sign|sendTransaction|sendUnsignedTransaction|sendRawTransactionSync)/.test(
    method,
  )

/** Counts the calls of each node of a world. */
const countCalls = perWorld(() => {
  const counts = new Map<string, number>()
  return (node: string) => () => {
    const count = (counts.get(node) ?? 0) + 1
    counts.set(node, count)
    return count
  }
})

const evmEngine: RpcEngine = {
  networks: servedEvmNetworks,
  isPublic: isPublicMethod,
  answer: async (world, network, batch, number) => {
    const node = number === null ? plainNode : getNode(world.traits, number)
    if (node === null)
      throw new RequestError({ status: 404, field: "node", description: `The world has no node ${number}` })
    const chain = await world.chain(network)
    const rollup = getRollup(world.traits, network)
    const send = async (calls: readonly JsonRpcCall[]) =>
      rollup === null || isOlder(rollup) ? chain.send(calls) : sendToRollup(chain, rollup, calls)
    const count = countCalls(world)(`${network.caipNetworkId} ${number}`)
    const replies =
      node === plainNode
        ? await send(batch)
        : await answerAsNode(node, { chain, send, now: world.now(), count }, batch)
    return Array.isArray(replies) ? replies : []
  },
}

/** The engines of the served nodes, by namespace. */
const rpcEngines: Readonly<Partial<Record<Namespace, RpcEngine>>> = {
  eip155: evmEngine,
  bip122: bitcoinRpc,
  solana: solanaEngine,
}

/** The target node of a call. */
export interface RpcNode {
  readonly engine: RpcEngine
  readonly network: Network
}

/**
 * Finds the node of the network that `chainId` names, by CAIP-2.
 * @throws Failed when there is none.
 */
export const parseRpcNode = (chainId = ""): RpcNode => {
  const engine = Object.values(rpcEngines).find(({ networks }) => networks.has(chainId)) ?? evmEngine
  return { engine, network: parseNetwork(chainId, engine.networks) }
}
