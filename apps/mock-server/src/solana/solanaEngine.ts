import type { RpcEngine } from "../rpc/RpcEngine.ts"
import { answerSolana } from "./rpc/answerSolana.ts"
import { servedSolanaNetworks, solanaChain } from "./solanaChains.ts"

/** The JSON-RPC of Solana's nodes. `litesvm_*` is for the control API. */
export const solanaEngine: RpcEngine = {
  networks: servedSolanaNetworks,
  isPublic: (method) => !method.startsWith("litesvm_"),
  answer: (world, network, batch) => {
    const chain = solanaChain(world, network)
    return batch.map((call) => ({ jsonrpc: "2.0", ...answerSolana(chain, call), id: call.id }))
  },
}
