import type { RpcEngine } from "../../rpc/RpcEngine.ts"
import { bitcoinNetworks } from "../bitcoinNetworks.ts"

/** bitcoind methods that need no wallet. */
export const bitcoinMethodNames: ReadonlySet<string> = new Set([
  "estimatesmartfee",
  "getbestblockhash",
  "getblockchaininfo",
  "getblockcount",
  "getblockhash",
  "getrawmempool",
  "getrawtransaction",
  "sendrawtransaction",
  "testmempoolaccept",
])

/** The JSON-RPC of Bitcoin's nodes. Its handlers are loaded on the first request. */
export const bitcoinRpc: RpcEngine = {
  networks: new Map([...bitcoinNetworks].map(([id, { network }]) => [id, network])),
  isPublic: (method) => bitcoinMethodNames.has(method),
  answer: async (world, { caipNetworkId }, batch) => {
    const network = bitcoinNetworks.get(caipNetworkId)
    if (network === undefined) return []
    const { answerCalls } = await import("./answerCalls.ts")
    return answerCalls(world, network, batch)
  },
}
