import { keccak256, toHex } from "viem"
import * as z from "zod/mini"
import type { JsonRpcCall } from "../../rpc/JsonRpc.ts"
import type { NodeError } from "./clientWords.ts"

const AnyObject = z.record(z.string(), z.unknown())

/** The members that came later, by method. Sources: EIP-658, EIP-1559, EIP-2718, EIP-4844, EIP-4895. */
const laterBlockMembers = [
  "baseFeePerGas",
  "blobGasUsed",
  "excessBlobGas",
  "parentBeaconBlockRoot",
  "requestsHash",
  "withdrawals",
  "withdrawalsRoot",
]
const laterMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["eth_getBlockByNumber", laterBlockMembers],
  ["eth_getBlockByHash", laterBlockMembers],
  ["eth_getTransactionByHash", ["type", "maxFeePerGas", "maxPriorityFeePerGas", "accessList", "yParity"]],
  ["eth_getTransactionReceipt", ["status", "type", "effectiveGasPrice", "blobGasPrice", "blobGasUsed"]],
])

/** Returns the refusal of a transaction that such a chain does not know. */
export const refuseLater = ({ method, params }: JsonRpcCall): NodeError | null => {
  const raw: unknown = method === "eth_sendRawTransaction" && Array.isArray(params) ? params[0] : undefined
  return typeof raw === "string" && /^0x[0-7]/.test(raw)
    ? { code: -32_000, message: "transaction type not supported" }
    : null
}

/** Returns the answer without what came later; a receipt has the state's root, of which only the form counts. */
export const withoutLater = (method: string, result: unknown): unknown => {
  const members = laterMembers.get(method)
  const decoded = AnyObject.safeParse(result)
  if (members === undefined || !decoded.success) return result
  const kept = Object.fromEntries(Object.entries(decoded.data).filter(([name]) => !members.includes(name)))
  return method === "eth_getTransactionReceipt"
    ? { ...kept, root: keccak256(toHex(String(kept["transactionHash"]))) }
    : kept
}
