import type { RpcEngine } from "../rpc/RpcEngine.ts"
import { getSolanaChain, servedSolanaNetworks } from "./solanaChains.ts"

/** The JSON-RPC of Solana's nodes. `litesvm_*` is for the control API. */
export const solanaEngine: RpcEngine = {
  networks: servedSolanaNetworks,
  isPublic: (method) => !method.startsWith("litesvm_"),
  answer: async (world, network, batch) => {
    const chain = await getSolanaChain(world, network)
    const { answerSolana } = await import("./rpc/answerSolana.ts")
    return batch.map((call) => ({ jsonrpc: "2.0", ...answerSolana(chain, call), id: call.id }))
  },
}
