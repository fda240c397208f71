import type { Rpc, RpcError } from "@wmodal/protocol"
import { Effect } from "effect"
import type { TransactionStatus } from "../../contract/TransactionStatus.ts"
import { fetchNodeOrNull } from "../../rpc/fetchNode.ts"
import { decodeAccountTransaction, type ExpectedTransaction } from "../AccountTransaction.ts"
import type { Block } from "../blocks.ts"
import { toQuantityHex } from "../Hex.ts"
import { fetchReceipt } from "../receipt.ts"
import { decodeOperationCallData, isCallTo } from "./decodeOperationCallData.ts"
import {
  decodeOperationEvents,
  entryPoints,
  operationTopic,
  toAddressTopic,
  type UserOperationEvent,
} from "./UserOperationEvent.ts"

/** Blocks after the mark that are looked through: nodes answer for no more at once, and none is on its way for so long. */
const maxSearchBlocks = 5_000n

/** Operations that are looked at. */
const maxSearchedOperations = 32

/**
 * What a smart account has sent since the mark, through whichever bundle, if the sought one is in it: by the hash of the
 * operation, which some wallets tell in the place of a transaction's, or by what it does. `null` where none is, and where
 * the node does not say.
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
  /** Height at which it had not left yet. */
  readonly since: bigint
  /** Lower case, all of them. */
  readonly from: string
  readonly hash: string | null
  readonly wanted: ExpectedTransaction | null
  readonly taken: ReadonlySet<string>
}): Effect.fn.Return<TransactionStatus | null, RpcError> {
  if (from === "" || since >= tip.number) return null
  const last = since + maxSearchBlocks
  const filter = {
    address: entryPoints,
    topics: [operationTopic, null, toAddressTopic(from)],
    fromBlock: toQuantityHex(since + 1n),
    toBlock: last < tip.number ? toQuantityHex(last) : "latest",
  }
  const events = yield* fetchNodeOrNull(node, ["eth_getLogs", filter], (logs) =>
    Array.isArray(logs) ? decodeOperationEvents(from, logs) : null,
  )
  for (const event of (events ?? []).slice(0, maxSearchedOperations)) {
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
