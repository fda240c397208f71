import type { JsonRpcCall } from "../../rpc/JsonRpc.ts"
import type { World } from "../../world/World.ts"
import type { BitcoinNetwork } from "../bitcoinNetworks.ts"
import { getLedger, type Ledger } from "../ledger/Ledger.ts"
import { TransactionRejected } from "../transaction/TransactionRejected.ts"
import { BitcoinRpcError } from "./BitcoinRpcError.ts"
import { bitcoinMethods } from "./bitcoinMethods.ts"

/** Replies to calls, in their order. */
export const answerCalls = (
  world: World,
  network: BitcoinNetwork,
  calls: readonly JsonRpcCall[],
): readonly unknown[] => calls.map((call) => answerCall(getLedger(world, network), call))

const answerCall = (ledger: Ledger, { id, method, params }: JsonRpcCall) => {
  const known = bitcoinMethods.get(method)
  const reply = { jsonrpc: "2.0", id }
  if (known === undefined) return { ...reply, error: { code: -32601, message: "Method not found" } }
  try {
    return { ...reply, result: known.answer(ledger, toPositionalParams(params, known.names)) }
  } catch (error) {
    if (error instanceof BitcoinRpcError || error instanceof TransactionRejected)
      return { ...reply, error: { code: error.code, message: error.message } }
    throw error
  }
}

/** Returns parameters as an array: they arrive in order or by name. */
const toPositionalParams = (params: unknown, names: readonly string[]): readonly unknown[] => {
  if (Array.isArray(params)) return params
  if (typeof params !== "object" || params === null) return []
  const named = new Map(Object.entries(params))
  return names.map((name) => named.get(name))
}
