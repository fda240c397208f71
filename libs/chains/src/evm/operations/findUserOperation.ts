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

/**
 * Finds the queried operation among those of a smart account since the checkpoint, in any bundle: by the hash of the
 * operation, which some wallets return instead of a transaction hash, or by its call. `null` if there is none, and if
 * the node does not provide logs.
 */
export const findUserOperation = Effect.fnUntraced(function* ({
  from,
  hash,
  node,
  since,
  taken,
  tip,
  wanted,
}: {
  readonly node: Rpc
  readonly tip: Block
  /** A block height before the operation was sent. */
  readonly since: bigint
  /** All in lower case. */
  readonly from: string
  readonly hash: string | null
  readonly wanted: ExpectedTransaction | null
  readonly taken: ReadonlySet<string>
}): Effect.fn.Return<TransactionStatus | null, RpcError> {
  if (from === "" || since >= tip.number) return null
  const last = since + maxSearchBlocks
  const logs = yield* searchLogs(
    node,
    { address: entryPoints, topics: toOperationTopics(from) },
    { since, last: last < tip.number ? last : tip.number, tip: tip.number },
  )
  for (const event of decodeOperationEvents(from, logs).slice(0, maxSearchedOperations)) {
    const isIt =
      event.hash === hash ||
      (wanted !== null &&
        !taken.has(event.bundle) &&
        (yield* isOperationMatch(node, { event, sender: from, wanted })))
    if (!isIt) continue
    const receipt = yield* fetchReceipt(node, event.bundle, from)
    if (receipt !== null) return receipt.status(tip, event)
  }
  return null
})

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
      const callData =
        bundle === null ? null : decodeOperationCallData(bundle.input, { nonce: event.nonce, sender })
      return callData !== null && isCallTo(callData, wanted)
    },
  )
