import { numberToHex } from "viem"
import * as z from "zod/mini"
import type { JsonRpcCall } from "../../rpc/JsonRpc.ts"
import type { Anvil } from "../Anvil.ts"
import { fetchRpcResults } from "../rpcResults.ts"

const Numbered = z.object({ number: z.string(), timestamp: z.string() })
const Placed = z.looseObject({ blockNumber: z.nullish(z.string()) })
const Filter = z.looseObject({ toBlock: z.optional(z.string()) })

/** Which parameter names the block, by method. */
const blockParameters: ReadonlyMap<string, number> = new Map([
  ["eth_getBlockByNumber", 0],
  ["eth_getBlockReceipts", 0],
  ["eth_getBalance", 1],
  ["eth_getTransactionCount", 1],
  ["eth_getCode", 1],
  ["eth_call", 1],
  ["eth_estimateGas", 1],
  ["eth_feeHistory", 1],
  ["eth_simulateV1", 1],
  ["eth_getStorageAt", 2],
])

/** Returns the number of the newest block that was made by then. `until` in milliseconds of the world's clock. */
export const fetchLateHead = async (chain: Pick<Anvil, "send">, until: number): Promise<bigint> => {
  let which = "latest"
  for (;;) {
    const [block] = await fetchRpcResults(chain, [["eth_getBlockByNumber", which, false]])
    const { number, timestamp } = Numbered.parse(block)
    if (Number(timestamp) * 1000 <= until || BigInt(number) === 0n) return BigInt(number)
    which = numberToHex(BigInt(number) - 1n)
  }
}

const isQuantity = (value: unknown): value is `0x${string}` =>
  typeof value === "string" && /^0x[0-9a-f]+$/i.test(value)

/** Returns the call as of that block; `null` if it is about a later one. */
export const askAsOf = (call: JsonRpcCall, head: bigint): JsonRpcCall | null => {
  const params: unknown[] = Array.isArray(call.params) ? [...call.params] : []
  if (call.method === "eth_getLogs") {
    const filter = Filter.safeParse(params[0])
    if (!filter.success) return call
    const { toBlock } = filter.data
    const isEarlier = isQuantity(toBlock) && BigInt(toBlock) <= head
    return isEarlier ? call : { ...call, params: [{ ...filter.data, toBlock: numberToHex(head) }] }
  }
  const place = blockParameters.get(call.method)
  if (place === undefined) return call
  const block = params[place]
  // It has taken what was sent to it, before it knows the block of that.
  if (call.method === "eth_getTransactionCount" && block === "pending") return call
  if (isQuantity(block)) return BigInt(block) <= head ? call : null
  if (block === "earliest" || (block !== undefined && typeof block !== "string")) return call
  while (params.length < place) params.push(null)
  params[place] = numberToHex(head)
  return { ...call, params }
}

/** Returns what it answers about a transaction or block that may be later. */
export const answerAsOf = (method: string, result: unknown, head: bigint): unknown => {
  switch (method) {
    case "eth_blockNumber":
      return numberToHex(head)
    case "eth_getBlockByHash": {
      const block = Numbered.safeParse(result)
      return block.success && BigInt(block.data.number) > head ? null : result
    }
    case "eth_getTransactionReceipt":
      return isLater(result, head) ? null : result
    case "eth_getTransactionByHash":
      return isLater(result, head)
        ? { ...Placed.parse(result), blockHash: null, blockNumber: null, transactionIndex: null }
        : result
    default:
      return result
  }
}

const isLater = (result: unknown, head: bigint): boolean => {
  const placed = Placed.safeParse(result)
  return placed.success && placed.data.blockNumber != null && BigInt(placed.data.blockNumber) > head
}
