import type { Namespace, Network } from "@wmodal/protocol"
import { bitcoinRpc } from "../bitcoin/rpc/bitcoinRpc.ts"
import { getRollup } from "../evm/ChainTraits.ts"
import { servedEvmNetworks } from "../evm/networks.ts"
import { sendToRollup } from "../evm/rollupNode.ts"
import { parseNetwork } from "../http/parseNetwork.ts"
import { solanaEngine } from "../solana/solanaEngine.ts"
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

const evmEngine: RpcEngine = {
  networks: servedEvmNetworks,
  isPublic: isPublicMethod,
  answer: async (world, network, batch) => {
    const chain = await world.chain(network)
    const rollup = getRollup(world.traits, network)
    const replies = await (rollup === null ? chain.send(batch) : sendToRollup(chain, rollup, batch))
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
