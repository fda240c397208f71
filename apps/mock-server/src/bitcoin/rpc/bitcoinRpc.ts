import type { JsonRpcCall } from "../../rpc/JsonRpc.ts"
import type { RpcEngine } from "../../rpc/RpcEngine.ts"
import { bitcoinNetworks } from "../bitcoinNetworks.ts"
import { type Ledger, ledgerOf } from "../ledger/Ledger.ts"
import { Rejected } from "../transaction/Rejected.ts"
import { methods } from "./methods.ts"
import { RpcRefusal } from "./RpcRefusal.ts"

/** The JSON-RPC of Bitcoin's nodes, for what bitcoind answers without a wallet. */
export const bitcoinRpc: RpcEngine = {
  networks: new Map([...bitcoinNetworks].map(([id, { network }]) => [id, network])),
  isPublic: (method) => methods.has(method),
  answer: (world, { caipNetworkId }, batch) => {
    const network = bitcoinNetworks.get(caipNetworkId)
    return network === undefined ? [] : batch.map((call) => answerCall(ledgerOf(world, network), call))
  },
}

const answerCall = (ledger: Ledger, { id, method, params }: JsonRpcCall) => {
  const known = methods.get(method)
  const reply = { jsonrpc: "2.0", id }
  if (known === undefined) return { ...reply, error: { code: -32601, message: "Method not found" } }
  try {
    return { ...reply, result: known.answer(ledger, positional(params, known.names)) }
  } catch (error) {
    if (error instanceof RpcRefusal || error instanceof Rejected)
      return { ...reply, error: { code: error.code, message: error.message } }
    throw error
  }
}

/** Parameters come in their order, or by name. */
const positional = (params: unknown, names: readonly string[]): readonly unknown[] => {
  if (Array.isArray(params)) return params
  if (typeof params !== "object" || params === null) return []
  const named = new Map(Object.entries(params))
  return names.map((name) => named.get(name))
}
