import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import { getAbiItem, parseAbi, toEventSelector } from "viem"
import * as z from "zod/mini"
import type { Block } from "../blocks.ts"
import { fetchReceipt } from "../receipt.ts"
import { addressSchema, bytesSchema, hashSchema } from "../wireSchemas.ts"
import type { OperationSearchResult } from "./findUserOperation.ts"
import { searchLogs } from "./searchLogs.ts"

/** The events of a Safe for each transaction of its owners. The hash has a topic since 1.4. Source: Safe's contracts. */
const safeAbi = parseAbi([
  "event ExecutionSuccess(bytes32 hash, uint256 payment)",
  "event ExecutionFailure(bytes32 hash, uint256 payment)",
])
const successTopic = toEventSelector(getAbiItem({ abi: safeAbi, name: "ExecutionSuccess" }))
const failureTopic = toEventSelector(getAbiItem({ abi: safeAbi, name: "ExecutionFailure" }))

const Log = z.object({
  address: addressSchema,
  topics: z.array(bytesSchema),
  data: bytesSchema,
  transactionHash: hashSchema,
})

/**
 * Finds the execution of a Safe's transaction by the hash that its owners sign, which a Safe returns before there is a
 * transaction. Nothing is found if it has not been executed, or if the node does not provide logs.
 */
export const findSafeExecution = Effect.fnUntraced(function* ({
  from,
  hash,
  node,
  rpc,
  since,
  tip,
}: {
  readonly node: Rpc
  /** The client of the node. */
  readonly rpc: Rpc
  /** The Safe, in lower case. */
  readonly from: string
  /** In lower case. */
  readonly hash: string
  /** A block height before it was executed. */
  readonly since: bigint
  readonly tip: Block
}): Effect.fn.Return<OperationSearchResult, RpcError> {
  const { logs, searched } = yield* searchLogs(
    { node, rpc, since, last: tip.number, tip: tip.number },
    { address: [from], topics: [[successTopic, failureTopic]] },
  )
  for (const log of logs) {
    const decoded = Log.safeParse(log)
    if (!decoded.success || decoded.data.address !== from) continue
    const { data, topics, transactionHash } = decoded.data
    const [event, indexed] = topics
    // The words of the event: its hash, then what the Safe paid back to who executed it, in any token.
    const [told, payment] = [indexed ?? data.slice(0, 66), `0x${data.slice(indexed === undefined ? 66 : 2)}`]
    if (told !== hash || (event !== successTopic && event !== failureTopic)) continue
    const standing = (yield* fetchReceipt(node, transactionHash, from))?.status(tip, null)
    // The node has its log, and not yet its receipt: it is read again.
    if (standing === undefined) return { found: null, searched: since }
    const succeeded =
      standing._tag === "Mined" && standing.succeeded === false ? false : event === successTopic
    const found =
      standing._tag === "Mined"
        ? { ...standing, succeeded, fee: /^0x0+$/.test(payment) ? 0n : null }
        : standing
    return { found, searched }
  }
  return { found: null, searched }
})
