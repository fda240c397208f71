import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { TransactionStatus } from "../../contract/TransactionStatus.ts"
import { fetchNodeOrNull } from "../../rpc/fetchNode.ts"
import { decodeAccountTransaction, type ExpectedTransaction } from "../AccountTransaction.ts"
import type { Block } from "../blocks.ts"
import { fetchReceipt } from "../receipt.ts"
import { decodeOperationCallData, isCallTo } from "./decodeOperationCallData.ts"
import { searchLogs } from "./searchLogs.ts"
import {
  decodeOperationEvents,
  entryPoints,
  toOperationTopics,
  type UserOperationEvent,
} from "./UserOperationEvent.ts"

/** The maximum number of blocks to search after the checkpoint: no operation is pending for longer. */
const maxSearchBlocks = 5_000n

/** The maximum number of operations to check. */
const maxSearchedOperations = 32

/** What a search of an account's logs found, and the last block up to which nothing has to be read again. */
export interface OperationSearchResult {
  readonly found: TransactionStatus | null
  readonly searched: bigint
}

/**
 * Finds the queried operation among those of a smart account since the checkpoint, in any bundle: by the hash of the
 * operation, which some wallets return instead of a transaction hash, or by its call. Nothing is found if there is none,
 * and if the node does not provide logs.
 */
export const findUserOperation = Effect.fnUntraced(function* ({
  from,
  hash,
  node,
  rpc,
  searched: start,
  since,
  taken,
  tip,
  wanted,
}: {
  readonly node: Rpc
  /** The client of the node. */
  readonly rpc: Rpc
  readonly tip: Block
  /** The block height up to which it is known not to be: `since` or higher. */
  readonly searched: bigint
  /** A block height before the operation was sent. */
  readonly since: bigint
  /** All in lower case. */
  readonly from: string
  readonly hash: string | null
  readonly wanted: ExpectedTransaction | null
  readonly taken: ReadonlySet<string>
}): Effect.fn.Return<OperationSearchResult, RpcError> {
  const last = since + maxSearchBlocks < tip.number ? since + maxSearchBlocks : tip.number
  // No later operation is looked for, so what follows is as good as read.
  if (from === "" || start >= last) return { found: null, searched: tip.number }
  const { logs, searched } = yield* searchLogs(
    { node, rpc, since: start, last, tip: tip.number },
    { address: entryPoints, topics: toOperationTopics(from) },
  )
  const events = decodeOperationEvents(from, logs)
  let isJudged = events.length <= maxSearchedOperations
  for (const event of events.slice(0, maxSearchedOperations)) {
    const isIt =
      event.hash === hash ||
      (wanted !== null &&
        !taken.has(event.bundle) &&
        (yield* isOperationMatch(node, { event, sender: from, wanted })))
    if (isIt === false) continue
    const receipt = isIt === null ? null : yield* fetchReceipt(node, event.bundle, from)
    if (receipt !== null) return { found: receipt.status(tip, event), searched }
    isJudged = false
  }
  return { found: null, searched: !isJudged ? start : searched < last ? searched : tip.number }
})

/** Returns `null` if the node does not have the bundle. */
const isOperationMatch = (
  node: Rpc,
  {
    event,
    sender,
    wanted,
  }: { readonly event: UserOperationEvent; readonly sender: string; readonly wanted: ExpectedTransaction },
) =>
  Effect.map(
    fetchNodeOrNull(node, ["eth_getTransactionByHash", event.bundle], decodeAccountTransaction),
    (bundle) => {
      if (bundle === null) return null
      const callData = decodeOperationCallData(bundle.input, { nonce: event.nonce, sender })
      return callData !== null && isCallTo(callData, wanted)
    },
  )
